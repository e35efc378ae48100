import type { ServerResponse } from 'node:http';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { searchOutputs, streamEvents } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { generateAssertionKeys, type Route } from '@output-review/runtime';
import {
  awaitedLocks,
  type EventReader,
  eventually,
  readEvents,
  startPeer,
} from '@output-review/runtime/testing';
import { Client } from 'pg';

import { HELD_CALL_CHECKS } from './held-calls.ts';
import { addUser, cookieFor, join, PASSWORD } from '../../test/people/test-user.ts';
import { ADMIN, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let system: TestGateway;
let owner: Awaited<ReturnType<typeof startOwner>>;
const readers: EventReader[] = [];

beforeAll(async () => {
  const assertionKeys = generateAssertionKeys();
  owner = await startOwner(assertionKeys.publicKey);
  system = await startTestGateway({
    ...{ assertionKeys, peers: { review: () => owner.url } },
    heldCallChecks: { ...HELD_CALL_CHECKS, everyMs: 50 },
  });
});

afterAll(async () => {
  for (const reader of readers) reader.close();
  await system[Symbol.asyncDispose]();
  await owner.stop();
});

/** A review service whose streams send what the test says. */
async function startOwner(publicKey: string) {
  const open = new Map<string, ServerResponse>();
  const lastIds: unknown[] = [];
  const streaming: Route = {
    operation: streamEvents,
    async respond(ctx, tools) {
      await tools.identify(ctx, streamEvents);
      const name = ctx.get('user-agent');
      if (name === 'one too many') throw new AppError('RATE_LIMITED', 'Too many.');
      lastIds.push(ctx.headers['last-event-id']);
      ctx.status = 200;
      ctx.type = 'text/event-stream';
      ctx.respond = false;
      ctx.flushHeaders();
      open.set(name, ctx.res);
      ctx.res.once('close', () => open.delete(name));
    },
  };
  const searching: Route = {
    operation: searchOutputs,
    respond: async (ctx) => {
      ctx.body = { total: 0 };
    },
  };
  const listener = await startPeer({
    service: 'review',
    routes: [streaming, searching],
    assertions: publicKey,
  });
  return { url: listener.url, open, lastIds, stop: () => listener.close(0) };
}

const adminCookie = () => cookieFor(system.gateway.publicUrl, ADMIN);

interface Following {
  readonly cookie: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a stream with a name that identifies it at the owner. */
async function follow(
  name: string,
  { cookie, headers, url = system.gateway.publicUrl }: Following,
): Promise<EventReader> {
  const all = { cookie, 'user-agent': name, ...headers };
  const reader = await readEvents(`${url}/api/events`, all);
  readers.push(reader);
  return reader;
}

const tell = (name: string, id: string) =>
  owner.open.get(name)?.write(`id: ${id}\nevent: decided\ndata: {"id":"${id}"}\n\n`);

test('streams events as they arrive, and passes a hang-up on to the owner', async () => {
  const reader = await follow('listener', {
    cookie: await adminCookie(),
    headers: { 'last-event-id': '7-1' },
  });

  expect(reader.status).toBe(200);
  expect(reader.headers.get('content-type')).toContain('text/event-stream');
  expect(owner.lastIds).toContain('7-1');
  tell('listener', '7-2');
  await eventually(() => expect(reader.events).toHaveLength(1));
  tell('listener', '7-3');
  await eventually(() => expect(reader.events).toMatchObject([{ id: '7-2' }, { id: '7-3' }]));

  reader.close();
  await eventually(() => expect(owner.open.has('listener')).toBe(false));
});

test('a stream that its owner ends or cuts ends here too', async () => {
  const cookie = await adminCookie();
  const told = await follow('told to end', { cookie });
  const lost = await follow('lost', { cookie });

  owner.open.get('told to end')?.end();
  owner.open.get('lost')?.destroy();

  expect(await told.ended).toBe('ended');
  expect(await lost.ended).toBe('cut');
});

test('a session that ends, switches or loses its membership loses its stream, others keep theirs', async () => {
  const workspaceId = 'workspace-of-streams';
  const grace = await addUser(system, 'grace');
  const hal = await addUser(system, 'hal');
  for (const user of [grace, hal]) await join(system, user, { workspaceId, role: 'viewer' });
  const [kept, ended, switched] = await Promise.all([1, 2, 3].map(() => adminCookie()));
  const staying = await follow('staying', { cookie: kept! });
  const leaving = await follow('leaving', { cookie: ended! });
  const elsewhere = await follow('elsewhere', { cookie: switched! });
  const removed = await follow('removed', {
    cookie: await cookieFor(system.gateway.publicUrl, { ...grace, password: PASSWORD }),
  });
  const expired = await follow('expired', {
    cookie: await cookieFor(system.gateway.publicUrl, { ...hal, password: PASSWORD }),
  });

  const origin = system.gateway.publicUrl;
  await system.sql.query(`UPDATE session SET "expiresAt" = now() WHERE "userId" = $1`, [hal.id]);
  await system.api.post('/api/auth/sign-out', undefined, { cookie: ended!, origin });
  await system.sql.query('DELETE FROM members WHERE user_id = $1', [grace.id]);
  await system.sql.query(
    `INSERT INTO members (workspace_id, user_id, role, created_at)
     SELECT $1, id, 'viewer', now() FROM "user" WHERE lower(email) = lower($2)`,
    [workspaceId, ADMIN.email],
  );
  await system.api.post('/api/workspaces/switch', { workspaceId }, { cookie: switched!, origin });

  for (const reader of [leaving, elsewhere, removed, expired]) {
    expect(await reader.ended).toBe('ended');
  }
  tell('staying', '9-1');
  await eventually(() => expect(staying.events).toMatchObject([{ id: '9-1' }]));
  await eventually(() => expect([...owner.open.keys()]).toEqual(['staying']));
});

test('streams end in time if their credentials cannot be checked', async () => {
  // Source: the interface.
  expect(HELD_CALL_CHECKS.everyMs + HELD_CALL_CHECKS.msMax).toBeLessThan(5_000);
  const impatient = await system.startAgain({ heldCallChecks: { everyMs: 50, msMax: 200 } });
  const cookie = await adminCookie();
  const reader = await follow('unchecked', { cookie, url: impatient.publicUrl });
  const client = new Client(system.connection);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE session IN ACCESS EXCLUSIVE MODE');

  expect(await reader.ended).toBe('ended');
  await client.query('ROLLBACK');
  await client.end();
  await impatient.stop();
});

test('a page that disconnects during the session lookup opens no stream', async () => {
  const cookie = await adminCookie();
  const client = new Client(system.connection);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE session IN ACCESS EXCLUSIVE MODE');
  const left = new AbortController();
  const asked = fetch(`${system.gateway.publicUrl}/api/events`, {
    headers: { cookie, 'user-agent': 'gone' },
    signal: left.signal,
  });
  await eventually(async () => {
    expect(await awaitedLocks(client)).not.toEqual([]);
  });
  left.abort();
  await expect(asked).rejects.toThrow('aborted');
  const before = owner.lastIds.length;
  await client.query('ROLLBACK');
  await client.end();

  // This stream was requested later, so the earlier request has been handled.
  (await follow('after it', { cookie })).close();
  expect(owner.lastIds).toHaveLength(before + 1);
  expect(owner.open.has('gone')).toBe(false);
});

test('open streams take no connections from other requests', async () => {
  const cookie = await adminCookie();
  const names = Array.from({ length: 150 }, (_, n) => `one of many ${n}`);
  const many = await Promise.all(names.map((name) => follow(name, { cookie })));

  const answer = await system.tokenApi.get('/api/logs');

  expect(answer).toMatchObject({ status: 200, body: { total: 0 } });
  for (const reader of many) reader.close();
});

test('forwards a refusal of the owner, and no call with a token or without a credential', async () => {
  const cookie = await adminCookie();

  expect((await follow('one too many', { cookie })).status).toBe(429);
  expect((await system.tokenApi.get('/api/events')).status).toBe(401);
  expect((await system.api.get('/api/events')).status).toBe(401);
});

test('a gateway that shuts down ends its streams immediately', async () => {
  const cookie = await adminCookie();
  const second = await system.startAgain({ publicPort: 0 });
  const reader = await follow('of the second', { cookie, url: second.publicUrl });

  await second.stop();

  expect(await reader.ended).toBe('ended');
});
