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

import { startMedia } from '../src/service.ts';

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
  service = await startMedia({
    databaseUrl: database.urlOf('media'),
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

test('as long as it keeps no files no reference names one', async () => {
  for (const source of ['w1/o1/0-a.png', '/api/media/w1/o1/0-a.png', 'https://example.com/a.png']) {
    const query = new URLSearchParams({ source, download: '1' }).toString();
    expect(await call(`/api/media-url?${query}`)).toMatchObject([404, { code: 'NOT_FOUND' }]);
  }
  expect(await call('/api/media/w1/o1/0-a.png')).toMatchObject([404, { code: 'NOT_FOUND' }]);
});

test('a wrong query is told completely', async () => {
  expect(await call('/api/media-url?download=yes')).toMatchObject([
    400,
    {
      code: 'VALIDATION_FAILED',
      fields: { source: expect.any(String), download: expect.any(String) },
    },
  ]);
});

test('without the signed statement of who asks it answers nobody', async () => {
  expect((await fetch(`${service.url}/api/media/w1/o1/0-a.png`)).status).toBe(401);
});

async function call(path: string): Promise<[number, unknown]> {
  const assertion = await issuer.issue(automation);
  const headers = { [INTERNAL_HEADERS.assertion]: assertion };
  const response = await fetch(service.url + path, { headers });
  return [response.status, await response.json()];
}
