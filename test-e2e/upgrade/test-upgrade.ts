import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  eventually,
  type SlackServer,
  startSlackServer,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import { deadLetterWord, LETTERS } from '../faults/erasing/plant-word.ts';
import { tablesWith, withDatabase } from '../faults/erasing/tables-with.ts';
import type { Client } from '../harness/client.ts';
import { type JudgeServer, startJudgeServer } from '../harness/judge-server.ts';
import { awaitVerdict, search, submit } from '../harness/outputs.ts';
import { runCommand } from '../harness/process.ts';
import type { System } from '../harness/system.ts';
import { fill, type Filled, PLACE, runBacktest } from './fill.ts';
import type { Installation } from './installations.ts';
import { leaveWaiting, type Waiting } from './leave-waiting.ts';
import { openPages } from './open-pages.ts';
import { type Everything, findLosses, operationsOf, readEverything } from './read-everything.ts';
import { HEAD, installRelease } from './releases.ts';
import { awaitCounted, countRows, fewerRows } from './tables.ts';

const POISON = 'set-aside-before';
// Includes installing the release with all its packages.
const STARTING_MS = 30 * 60_000;
const TESTING_MS = 5 * 60_000;

/** Fills a release, stops it, starts this one on the same data, and checks all of it. */
export function testUpgrade(release: string, install: () => Promise<Installation>): void {
  describe(`from ${release}`, () => {
    const ending: Ending = [];
    let upgraded: Upgraded;

    beforeAll(async () => {
      upgraded = await upgrade(release, install, ending);
    }, STARTING_MS);

    afterAll(async () => {
      for (const end of ending.reverse()) await end();
    }, TESTING_MS);

    test.each(PROMISES)('%s', (_, check) => check(upgraded), TESTING_MS);
  });
}

/** Cleanup functions, in the order of the starts. */
type Ending = (() => PromiseLike<void>)[];

/** This release on the data of a previous one, and the responses of that one. */
interface Upgraded {
  readonly installation: Installation;
  readonly receiver: WebhookReceiver;
  readonly filled: Filled;
  readonly rows: ReadonlyMap<string, number>;
  readonly before: Everything;
  readonly waiting: Waiting;
  readonly system: System;
  readonly admin: Client;
}

async function upgrade(
  release: string,
  install: () => Promise<Installation>,
  ending: Ending,
): Promise<Upgraded> {
  const root = await installRelease(release);
  const judge = await startJudgeServer({ takesMs: 5 });
  ending.push(() => judge.close());
  const receiver = await startWebhookReceiver();
  ending.push(() => receiver[Symbol.asyncDispose]());
  const slack = await startSlackServer();
  ending.push(() => slack[Symbol.asyncDispose]());
  const settings = { ...judge.settings, SLACK_API_URL: slack.url };
  const installation = await install();
  ending.push(() => installation[Symbol.asyncDispose]());
  const old = await installation.start(root, settings);
  const filled = await fillAll(old, { judge, receiver, slack, installation });
  const before = await readEverything(old, filled);
  const rows = await countRows(await installation.databaseUrl());
  const waiting = await leaveWaiting(old, { judge, receiver });
  await old.stop();
  const system = await installation.start(HEAD, settings);
  const admin = await system.signIn();
  return { installation, receiver, filled, rows, before, waiting, system, admin };
}

interface FillingAll {
  readonly judge: JudgeServer;
  readonly receiver: WebhookReceiver;
  readonly slack: SlackServer;
  readonly installation: Installation;
}

/** Fills it through the API, and adds unreadable messages, which only a fault would produce. */
async function fillAll(system: System, { installation, ...servers }: FillingAll): Promise<Filled> {
  const operations = await operationsOf(system);
  const filled = await fill({ system, ...servers, operations });
  const databaseUrl = await installation.databaseUrl();
  await withDatabase(databaseUrl, (database) =>
    deadLetterWord(database, `${filled.workspaceId}/${POISON}`, POISON),
  );
  await awaitCounted(databaseUrl);
  return filled;
}

type Check = (upgraded: Upgraded) => Promise<void>;

const PROMISES: readonly [title: string, check: Check][] = [
  ['every persistent table was filled and keeps all its rows', checkRows],
  ['every GET operation returns the same data as before', checkReading],
  ['every page opens without errors', checkPages],
  ['outputs that waited for a judge or a person continue', checkWaiting],
  ['pending deliveries are sent, and none twice', checkDeliveries],
  ['dead letters are listed, and the audit log is verified', checkCommands],
];

async function checkRows({ rows, installation }: Upgraded): Promise<void> {
  expect([...rows].filter(([, count]) => count === 0)).toEqual([]);
  expect(fewerRows(rows, await countRows(await installation.databaseUrl()))).toEqual([]);
}

async function checkReading({ before, filled, system }: Upgraded): Promise<void> {
  const after = await readEverything(system, filled);

  expect(findLosses(before, after)).toEqual([]);
  const failed = [...after].filter(([asked, { status }]) => status >= 400 && !isUnknown(asked));
  expect(failed.map(([asked, { status, text }]) => [asked, status, text])).toEqual([]);

  // Requests that need short-lived links, or data that the previous release could not have.
  function isUnknown(asked: string): boolean {
    const hasNone = filled.ids.backtestId === 'none' && /^(getBacktest|listBacktestFlips)$/;
    return /^(verifyEmail|getSlackLinkRequest)$/.test(asked) || (hasNone && hasNone.test(asked));
  }
}

async function checkPages({ filled, system, admin }: Upgraded): Promise<void> {
  const { ids } = filled;
  const hasBacktest = ids.backtestId !== 'none';
  const backtestId = hasBacktest ? ids.backtestId : await runBacktest(admin, ids.ruleId);

  const { opened, faults } = await openPages(system, { ...ids, backtestId });

  expect(faults).toEqual([]);
  expect(opened).toBeGreaterThan(20);
}

async function checkWaiting({ waiting, system, admin }: Upgraded): Promise<void> {
  waiting.release();
  const automation = waiting.automationOf(system);
  const { body } = await awaitVerdict(automation, waiting.judged.id, 60_000);
  expect(body).toMatchObject({ status: 'pass' });
  // Submitting it again does not duplicate it.
  expect((await automation.post('/api/logs', waiting.judged)).status).toBe(202);
  expect(await search(automation, {})).toMatchObject({ total: 2 });

  for (const id of ['waits-1', 'waits-for-approval']) {
    const decided = await admin.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
    expect(decided).toMatchObject({ status: 200 });
  }
  const { executions } = await search(admin, { pending: 'true', fields: 'id' });
  const left = (executions as { id: string }[]).map(({ id }) => id);
  expect(left.filter((id) => id.startsWith('waits-'))).toEqual(['waits-2']);
  const fresh = await submit(system.automation, { ...PLACE, output: 'We guarantee it.' });
  const verdict = await awaitVerdict(system.automation, fresh.id, 60_000);
  expect(verdict.body).toMatchObject({ status: 'flagged' });
}

async function checkDeliveries({ waiting, receiver, system }: Upgraded): Promise<void> {
  await eventually(() => {
    const late = receiver.calls.filter(({ path }) => path === waiting.latePath);
    expect(late).toHaveLength(2);
    expect(new Set(late.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  }, 180_000);
  const person = await waiting.signInTo(system);
  await eventually(async () => {
    const { body } = await person.get('/api/deliveries');
    expect(body['items']).toMatchObject([{ state: 'delivered' }]);
  }, 30_000);
  const delivered = receiver.calls
    .filter(({ path }) => path !== waiting.latePath)
    .map(({ path, headers }) => `${path} ${String(headers['webhook-id'])}`);
  expect(delivered.filter((each, index) => delivered.indexOf(each) !== index)).toEqual([]);
}

async function checkCommands({ installation, filled }: Upgraded): Promise<void> {
  const url = await installation.databaseUrl();
  const poisoned = await withDatabase(url, (database) => tablesWith(database, POISON));
  expect(poisoned).toEqual(expect.arrayContaining(LETTERS));
  const settings = await installation.auditSettings();
  const command = (name: string, ...args: string[]) =>
    runCommand(
      `tools/src/${name}/main.ts`,
      [...args, '--data-dir', installation.dataDir],
      settings,
    );

  const letters = await command('dead-letters', 'list');
  const audit = await command('audit-verify');

  expect(letters).toMatchObject({ code: 0, stdout: expect.stringContaining(POISON) });
  expect(audit).toMatchObject({
    ...{ code: 0, stderr: '' },
    stdout: expect.stringMatching(`${filled.workspaceId}: \\d+ records`),
  });
}
