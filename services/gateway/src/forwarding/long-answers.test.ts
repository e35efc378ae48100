import type { ServerResponse } from 'node:http';

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { exportOutputs } from '@output-review/contracts';
import { generateAssertionKeys, type Listening, type Route } from '@output-review/runtime';
import { eventually, startPeer } from '@output-review/runtime/testing';

import { cookieFor, PASSWORD } from '../../test/people/test-user.ts';
import { makeTeam } from '../../test/people/team.ts';
import { ADMIN, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { HELD_CALL_CHECKS } from './held-calls.ts';

let system: TestGateway;
let owner: Listening;
/** The response of the export that the owner is sending. */
let running: ServerResponse | null = null;
let cookie = '';

const exporting: Route = {
  operation: exportOutputs,
  async respond(http, tools) {
    await tools.identify(http, exportOutputs);
    http.status = 200;
    http.set({ 'Content-Disposition': 'attachment; filename="a.jsonl"' });
    http.respond = false;
    http.flushHeaders();
    running = http.res;
    http.res.once('close', () => (running = null));
    http.res.write('{"id":"1"}\n');
  },
};

beforeAll(async () => {
  const assertionKeys = generateAssertionKeys();
  owner = await startPeer({
    service: 'review',
    routes: [exporting],
    assertions: assertionKeys.publicKey,
  });
  system = await startTestGateway({
    assertionKeys,
    peers: { review: () => owner.url },
    heldCallChecks: { ...HELD_CALL_CHECKS, everyMs: 50 },
  });
});

beforeEach(async () => {
  cookie = await cookieFor(system.gateway.publicUrl, ADMIN);
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await owner.close(0);
});

async function begin(headers: Readonly<Record<string, string>>) {
  const hangUp = new AbortController();
  const response = await fetch(`${system.gateway.publicUrl}/api/logs/export`, {
    ...{ headers, signal: hangUp.signal },
  });
  expect(response.status).toBe(200);
  return { hangUp, headers: response.headers, text: response.text() };
}

test('streams an export to its end', async () => {
  const { headers, text } = await begin({ cookie });
  running?.end('{"id":"2"}\n');

  expect(headers.get('content-disposition')).toBe('attachment; filename="a.jsonl"');
  expect(await text).toBe('{"id":"1"}\n{"id":"2"}\n');
});

test('an export whose owner dies is cut, not ended', async () => {
  const { text } = await begin({ cookie });
  running?.destroy();

  await expect(text).rejects.toThrow();
});

test('passes a hang-up on to the owner', async () => {
  const { hangUp, text } = await begin({ cookie });
  hangUp.abort();

  await expect(text).rejects.toThrow();
  await eventually(() => expect(running).toBeNull());
});

test('an export is cut when its session ends or its token is revoked', async () => {
  const origin = system.gateway.publicUrl;
  const ofSession = await begin({ cookie });
  await system.api.post('/api/auth/sign-out', undefined, { cookie, origin });
  await expect(ofSession.text).rejects.toThrow();
  await eventually(() => expect(running).toBeNull());

  const session = await system.signIn();
  const made = await session.post('/api/tokens', { name: 'Exports', scopes: ['read'] });
  const { id, token } = made.body as { readonly id: string; readonly token: string };
  const ofToken = await begin({ authorization: `Bearer ${token}` });
  expect((await session.delete(`/api/tokens/${id}`)).status).toBe(200);
  await expect(ofToken.text).rejects.toThrow();
  await eventually(() => expect(running).toBeNull());
});

// A manager may export but sees no full callback URLs, which an admin does.
test.each(['reviewer', 'manager'] as const)(
  'an export is cut when its user is demoted from admin to %s',
  async (role) => {
    const { ann, ben } = await makeTeam(system, 'admin');
    const { text } = await begin({
      cookie: await cookieFor(system.gateway.publicUrl, { ...ben, password: PASSWORD }),
    });

    const { status } = await ann.api.patch(`/api/members/${ben.id}`, { role });

    expect(status).toBe(200);
    // The export keeps sending, so only the role change can end it.
    const going = setInterval(() => running?.write('{"id":"2"}\n'), 100);
    await expect(text).rejects.toThrow();
    clearInterval(going);
    await eventually(() => expect(running).toBeNull());
  },
);
