import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { getOutputStatus, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { generateAssertionKeys, type Route } from '@output-review/runtime';
import { eventually, freePort, startPeer } from '@output-review/runtime/testing';

import {
  hangUpDuringLookUp,
  startTestGateway,
  type TestGateway,
} from '../../test/start-test-gateway.ts';

const { followSettled } = INTERNAL_OPERATIONS;

let system: TestGateway;
let owner: Owner;
let publicKey: string;
/** The port of the owner, kept across restarts. */
let port: number;

beforeAll(async () => {
  const assertionKeys = generateAssertionKeys();
  ({ publicKey } = assertionKeys);
  port = await freePort();
  owner = await startOwner();
  system = await startTestGateway({
    assertionKeys,
    peers: { review: () => owner.url },
  });
});

afterEach(async () => {
  if (owner.isStopped) owner = await startOwner();
  owner.settled = false;
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await owner.stop();
});

type Outage = 'hangs up' | 'answers 503' | 'answers late';
type Owner = Awaited<ReturnType<typeof startOwner>>;

const DECIDED = 'decided-long-ago';

/** A review service that reports settled outputs when the test says so. One output is settled from the start. */
async function startOwner() {
  const feeds = new Set<ServerResponse>();
  const seen = { settled: false, asked: 0, followed: 0, isStopped: false, outages: [] as Outage[] };
  const answering: Route = {
    operation: getOutputStatus,
    async respond(ctx, tools) {
      await tools.identify(ctx, getOutputStatus);
      seen.asked += 1;
      const outage = seen.outages.shift();
      if (outage === 'hangs up') return void ctx.req.destroy();
      if (outage === 'answers late') await delay(8_000);
      else if (outage) throw new AppError('UNAVAILABLE', 'Not now.');
      ctx.body = { settled: seen.settled || ctx.params['id'] === DECIDED };
    },
  };
  const feeding: Route = {
    operation: followSettled,
    async respond(ctx, tools) {
      await tools.identify(ctx, followSettled);
      seen.followed += 1;
      ctx.status = 200;
      ctx.respond = false;
      ctx.flushHeaders();
      ctx.res.write('[]\n');
      feeds.add(ctx.res);
      ctx.res.once('close', () => feeds.delete(ctx.res));
    },
  };
  const listener = await startPeer({
    service: 'review',
    routes: [answering, feeding],
    assertions: publicKey,
    port,
  });
  return Object.assign(seen, {
    url: listener.url,
    feeds,
    tell: (...keys: [string, string][]) => {
      for (const feed of feeds) feed.write(`${JSON.stringify(keys)}\n`);
    },
    stop: async () => {
      seen.isStopped = true;
      for (const feed of feeds) feed.destroy();
      await listener.close(0);
    },
  });
}

const waitFor = (id: string, seconds: number, url = system.gateway.publicUrl) =>
  fetch(`${url}/api/logs/${id}/status?wait=${seconds}`, {
    headers: { authorization: system.authorization },
  });

/** Starts to wait; resolves when review has answered once that the output has not settled. */
async function beginWait(id: string, seconds: number, url?: string) {
  const { asked } = owner;
  const answer = waitFor(id, seconds, url);
  await eventually(() => {
    expect(owner.asked).toBeGreaterThan(asked);
    expect(owner.feeds.size).toBeGreaterThan(0);
  });
  return { answer };
}

const workspaceOf = async (): Promise<string> => {
  const { rows } = await system.sql.query<{ id: string }>('SELECT id FROM workspaces');
  return rows[0]!.id;
};

test('waiting calls share one feed, and only those are answered whose output it names', async () => {
  const workspaceId = await workspaceOf();
  const other = waitFor('z', 60);
  // Once at its start, and once when the feed connected.
  await eventually(() => expect(owner).toMatchObject({ asked: 2, followed: 1 }));
  const waits = ['a', 'a', 'b'].map((id) => waitFor(id, 60));
  await eventually(() => expect(owner.asked).toBe(5));

  owner.settled = true;
  // One of another workspace, and one that no call waits for.
  owner.tell(['another', 'b'], [workspaceId, 'c']);
  owner.tell([workspaceId, 'a']);

  const [first, second] = await Promise.all(waits.slice(0, 2));
  expect([await first!.json(), await second!.json()]).toEqual([
    { settled: true },
    { settled: true },
  ]);
  expect(owner).toMatchObject({ asked: 7, followed: 1 });
  // The other calls are still waiting.
  owner.tell([workspaceId, 'b'], [workspaceId, 'z']);
  for (const waiting of [other, waits[2]!]) {
    expect(await (await waiting).json()).toEqual({ settled: true });
  }
  expect(owner).toMatchObject({ asked: 9, followed: 1 });
});

test('answers that nothing has settled when the wait time is over', async () => {
  expect(await (await waitFor('y', 1)).json()).toEqual({ settled: false });
});

test('reports an output that settles while the feed is down, after the feed reconnects', async () => {
  const waiting = await beginWait('d', 20);
  const { followed } = owner;

  for (const feed of owner.feeds) feed.destroy();
  owner.settled = true;

  expect(await (await waiting.answer).json()).toEqual({ settled: true });
  await eventually(() => expect(owner.followed).toBeGreaterThan(followed));
});

test('answers 503 in time if review is down when the wait time is over', async () => {
  const waiting = await beginWait('e', 3);
  await owner.stop();

  const answer = await waiting.answer;

  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).not.toBeNull();
});

test('asks review again after it restarts, without an error to the caller', async () => {
  const waiting = await beginWait('f', 20);
  await owner.stop();
  owner = await startOwner();
  owner.settled = true;

  const answer = await waiting.answer;

  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ settled: true });
});

test.each(['hangs up', 'answers 503'] as const)(
  'asks again if review %s between two requests, without an error to the caller',
  async (outage) => {
    const workspaceId = await workspaceOf();
    const waiting = await beginWait('i', 20);
    const { asked } = owner;
    owner.outages.push(outage, outage);
    owner.settled = true;
    owner.tell([workspaceId, 'i']);

    const answer = await waiting.answer;

    expect([answer.status, await answer.json()]).toEqual([200, { settled: true }]);
    expect(owner.asked - asked).toBeGreaterThanOrEqual(3);
  },
);

test('a token that is revoked while review is asked gets 401 instead of the answer', async () => {
  const workspaceId = await workspaceOf();
  const token = `wh-${'w'.repeat(43)}`;
  await system.sql.query(
    `INSERT INTO tokens (id, workspace_id, name, hash, hint, scopes, created_at)
     VALUES ('waiting', $1, 'waiting', sha256($2), 'wwww', '{read}', now())`,
    [workspaceId, Buffer.from(token)],
  );
  const before = owner.asked;
  const answer = fetch(`${system.gateway.publicUrl}/api/logs/k/status?wait=20`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await eventually(() => {
    expect(owner.asked).toBeGreaterThan(before);
    expect(owner.feeds.size).toBeGreaterThan(0);
  });
  const { asked } = owner;
  owner.outages.push('answers late');
  owner.settled = true;
  owner.tell([workspaceId, 'k']);
  await eventually(() => expect(owner.asked).toBeGreaterThan(asked));

  await system.sql.query(`UPDATE tokens SET revoked_at = now() WHERE id = 'waiting'`);

  expect((await answer).status).toBe(401);
});

test('a gateway that shuts down answers immediately, with the last known state', async () => {
  const second = await system.startAgain({ publicPort: 0 });
  const waiting = await beginWait('g', 60, second.publicUrl);
  const startedAt = performance.now();

  await second.stop();

  const answer = await waiting.answer;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ settled: false });
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

const seatsTaken = async () => {
  const text = await (await fetch(`${system.gateway.url}/metrics`)).text();
  return /^output_review_waiting_calls (\d+)$/m.exec(text)?.[1];
};

test('a caller that hangs up gives its seat back', async () => {
  const caller = new AbortController();
  const waiting = fetch(`${system.gateway.publicUrl}/api/logs/h/status?wait=60`, {
    headers: { authorization: system.authorization },
    signal: caller.signal,
  }).catch(() => null);
  await eventually(async () => expect(await seatsTaken()).toBe('1'));

  caller.abort();
  await waiting;

  await eventually(async () => expect(await seatsTaken()).toBe('0'));
});

test('at the limit of waiting calls another is refused, and a settled output is still answered', async () => {
  const callers = new AbortController();
  const waits = Array.from({ length: 100 }, () =>
    fetch(`${system.gateway.publicUrl}/api/logs/l/status?wait=60`, {
      headers: { authorization: system.authorization },
      signal: callers.signal,
    }).catch(() => null),
  );
  await eventually(async () => expect(await seatsTaken()).toBe('100'));

  const settled = await waitFor(DECIDED, 60);
  const open = await waitFor('l', 60);

  expect([settled.status, await settled.json()]).toEqual([200, { settled: true }]);
  expect([open.status, open.headers.get('retry-after')]).toEqual([429, '1']);
  callers.abort();
  await Promise.all(waits);
  await eventually(async () => expect(await seatsTaken()).toBe('0'));
});

test('a caller that hangs up during the token lookup takes no seat', async () => {
  await hangUpDuringLookUp(system, '/api/logs/k/status?wait=60');

  expect((await waitFor('k', 0)).status).toBe(200);
  expect(await seatsTaken()).toBe('0');
});
