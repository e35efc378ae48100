import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  eventually,
  type EventReader,
  type ReadEvent,
  readEvents,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../../harness/client.ts';
import { JUDGE_RULE, type JudgeServer, startJudgeServer } from '../../harness/judge-server.ts';
import { joinAs } from '../../harness/people.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../../harness/system.ts';
import { type Accounts, accountsOf, readAudit, searched, statistics } from './accounts.ts';
import { Crowd } from './crowd.ts';

const STEPS = 300;

let system: EmbeddedSystem;
let judge: JudgeServer;
let receiver: WebhookReceiver;
let admin: Client;
let headers: Readonly<Record<string, string>>;
let crowd: Crowd;
let accounts: Accounts;

beforeAll(async () => {
  judge = await startJudgeServer({ takesMs: 60 });
  receiver = await startWebhookReceiver();
  system = await startEmbeddedSystem({ EGRESS_ALLOW_CIDRS: '127.0.0.1/32', ...judge.settings });
  admin = await system.signIn();
  const roles = ['manager', 'manager', 'reviewer', 'reviewer'];
  const joined = await Promise.all(roles.map((role) => joinAs(system, role, admin)));
  headers = joined[0]?.headers ?? {};
  await setUp();
  const found = JSON.parse((await admin.get('/api/people')).text) as { userId: string }[];
  const { body: group } = await admin.post('/api/groups', { name: 'Care' });
  crowd = new Crowd(
    {
      automation: system.automation,
      people: [admin, ...joined.map(({ client }) => client)],
      userIds: found.map(({ userId }) => userId),
      groupId: String(group['id']),
    },
    1,
  );
}, 60_000);

afterAll(async () => {
  await system?.stop();
  await receiver?.[Symbol.asyncDispose]();
  await judge?.close();
}, 60_000);

async function setUp(): Promise<void> {
  await admin.patch('/api/settings', { allowDeadlineApproval: true, tokensMayDecide: true });
  await admin.post('/api/projects', { name: 'Sampled', sampleRate: 0.5 });
  const forbidden = { name: 'Words', type: 'keyword_forbidden' };
  await admin.post('/api/rules', { ...forbidden, value: 'rash' });
  await admin.post('/api/rules', { ...forbidden, value: 'grave', approvals: { needed: 2 } });
  await admin.post('/api/rules', { ...JUDGE_RULE, projectName: 'Judged' });
  await system.automation.post('/api/subscriptions', { url: receiver.url });
}

test('whatever a crowd does to the same outputs at once, every account of them agrees', async () => {
  const steady = await readEvents(`${system.url}/api/events`, headers);
  await eventually(() => expect(steady.lastId).not.toBe(''));
  const resuming = resumeAgainAndAgain();

  await crowd.act(STEPS);
  await crowd.untilSettled();
  await untilCounted(steady);

  // Compared again and again: either may be ahead, and a claim may still run out.
  await eventually(() => expect(resuming.events).toEqual(steady.events));
  await resuming.stop();
  steady.close();
  const told = receiver.calls.map(({ body }) => body as JsonObject);
  accounts = { api: admin, events: steady.events, told, audited: await readAudit(admin) };
  expect(Object.keys(crowd.tally)).toContain('decide 200');
  for (const id of crowd.submitted) await expectAgreement(id);
  await expectCounts();
}, 300_000);

/** Follows the stream, and reconnects every moment as a page on a bad network does. */
function resumeAgainAndAgain() {
  const events: ReadEvent[] = [];
  let lastId = '';
  let isStopped = false;
  const follow = async (): Promise<void> => {
    while (!isStopped) {
      const resumed = lastId === '' ? {} : { 'last-event-id': lastId };
      const reader = await readEvents(`${system.url}/api/events`, { ...headers, ...resumed });
      const isNext = () => expect(isStopped || reader.lastId !== lastId).toBe(true);
      await eventually(isNext).catch(() => {});
      reader.close();
      await reader.ended;
      events.push(...reader.events);
      lastId = reader.lastId || lastId;
    }
  };
  const following = follow();
  const stop = async (): Promise<void> => {
    isStopped = true;
    await following;
  };
  return { events, stop };
}

/** Waits until statistics have counted, the subscription has been told and the audit log has recorded everything. */
async function untilCounted(steady: EventReader): Promise<void> {
  const deletions = crowd.deleted.size;
  await eventually(async () => {
    const count = (name: string) => steady.events.filter(({ event }) => event === name).length;
    expect(count('deleted')).toBe(deletions);
    expect(receiver.calls.filter(({ body }) => body['event'] === 'deleted')).toHaveLength(
      deletions,
    );
    const decided = (await readAudit(admin)).filter(({ action }) => action === 'output.decided');
    expect(decided).toHaveLength(count('decided'));
    expect(await statistics(admin)).toMatchObject({ decided: count('decided') });
    const { body } = await admin.get('/api/destinations');
    for (const { waiting } of body['items'] as { waiting: number }[]) expect(waiting).toBe(0);
  }, 60_000);
}

async function expectAgreement(id: string): Promise<void> {
  const account = await accountsOf(id, accounts);
  const { last, now, counted, decided } = account;
  for (const { streamed, audited } of Object.values(counted)) {
    expect({ id, audited }).toEqual({ id, audited: streamed });
  }
  expect({ id, isInOrder: account.isInOrder }).toEqual({ id, isInOrder: true });
  if (crowd.deleted.has(id)) {
    expect(account).toMatchObject({ status: 404, afterLast: 'deleted', lastTold: 'deleted' });
    expect(account).toMatchObject({ toldDeleted: 1, counted: { deleted: { streamed: 1 } } });
    return;
  }
  expect({ id, ...last }).toMatchObject({ id, ...now });
  const decisions = counted.decided.streamed;
  // The approval of a sample is not sent.
  const told = account.sampled ? decided.told : decisions;
  const open = now.humanDecision === null ? [] : [now.humanDecision];
  const expected = { listed: decisions, onTimeline: decisions, told, open };
  expect({ id, ...decided }).toEqual({ id, ...expected });
}

const SEARCHES = [
  ...['', 'pending=true', 'status=pass', 'status=flagged', 'status=error', 'project=Judged'],
  ...['humanDecision=none', 'claimedBy=none', 'sampled=true', 'label=good', 'label=bad', 'q=pl'],
];

async function expectCounts(): Promise<void> {
  const alive = crowd.submitted.filter((id) => !crowd.deleted.has(id)).toSorted();
  expect((await searched(admin, '')).ids.toSorted()).toEqual(alive);
  for (const query of SEARCHES) {
    const { ids, total } = await searched(admin, query);
    expect({ query, total, distinct: new Set(ids).size }).toEqual({
      ...{ query, total: ids.length, distinct: ids.length },
    });
  }
  const { total: waiting } = await searched(admin, 'pending=true');
  expect((await admin.get('/api/queue')).body).toMatchObject({ waiting });
  const { events } = accounts;
  const streamed = (name: string, status?: string) =>
    events.filter(
      ({ event, data }) => event === name && data['status'] === (status ?? data['status']),
    ).length;
  const counts = {
    runs: streamed('evaluated'),
    pass: streamed('evaluated', 'pass'),
    flagged: streamed('evaluated', 'flagged') + streamed('flagged'),
    error: streamed('evaluated', 'error'),
    decided: streamed('decided'),
  };
  // An event after the last decision may not be counted yet.
  await eventually(async () => expect(await statistics(admin)).toMatchObject(counts));
}
