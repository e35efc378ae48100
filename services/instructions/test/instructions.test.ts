import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { INTERNAL_HEADERS, type Principal } from '@output-review/contracts';
import {
  doorAt,
  generateAssertionKeys,
  makeAssertionIssuer,
  type RunningService,
  systemClock,
} from '@output-review/runtime';
import { createTestDatabase, silentLog, type TestDatabase } from '@output-review/runtime/testing';

import { startInstructions } from '../src/service.ts';

const keys = generateAssertionKeys();
const issuer = makeAssertionIssuer(keys.privateKey, systemClock);
const automation: Principal = {
  kind: 'token',
  workspaceId: 'w1',
  tokenId: 't1',
  name: null,
  scopes: ['submit', 'read', 'decide'],
};

let database: TestDatabase;
let service: RunningService;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startInstructions({
    databaseUrl: database.urlOf('instructions'),
    assertionPublicKey: keys.publicKey,
    door: doorAt({ host: '127.0.0.1', port: 0 }),
    log: silentLog,
    clock: systemClock,
  });
});

afterAll(async () => {
  await service.stop();
  await database.drop();
});

test('it is alive and ready with its schema', async () => {
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${service.url}/readyz`)).json()).toEqual({
    ready: true,
    checks: { database: 'ok' },
  });
});

test('as long as it keeps no documents there are none, whoever asks for one', async () => {
  const document = { project: 'Support', task: 'Letters' };

  expect(await call('GET', '/api/instructions')).toEqual([200, []]);
  for (const [path, body] of [
    ['/api/instructions', document],
    ['/api/instructions', { ...document, default: 'Be kind.' }],
    ['/api/instructions/feedback', { ...document, comment: 'Kinder.' }],
  ] as const) {
    expect(await call('POST', path, body)).toMatchObject([404, { code: 'NO_INSTRUCTIONS' }]);
  }
});

test('a note that was never queued cannot be withdrawn, by body or query', async () => {
  const path = '/api/instructions/feedback';

  expect(await call('DELETE', path, { ref: 'r1' })).toMatchObject([404, { code: 'NOT_FOUND' }]);
  expect(await call('DELETE', `${path}?ref=r1`)).toMatchObject([404, { code: 'NOT_FOUND' }]);
  expect(await call('DELETE', path)).toMatchObject([
    400,
    { code: 'VALIDATION_FAILED', fields: { ref: expect.any(String) } },
  ]);
});

test('a wrong body is told completely', async () => {
  expect(await call('POST', '/api/instructions/feedback', { project: ' ' })).toMatchObject([
    400,
    {
      code: 'VALIDATION_FAILED',
      fields: {
        project: expect.any(String),
        task: expect.any(String),
        comment: expect.any(String),
      },
    },
  ]);
});

test('without the signed statement of who asks it answers nobody', async () => {
  const response = await fetch(`${service.url}/api/instructions`);

  expect(response.status).toBe(401);
});

async function call(method: string, path: string, body?: unknown): Promise<[number, unknown]> {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      [INTERNAL_HEADERS.assertion]: await issuer.issue(automation),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return [response.status, await response.json()];
}
