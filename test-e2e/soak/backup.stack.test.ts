import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeLogger } from '@output-review/runtime';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { signInHeaders } from '../harness/client.ts';
import { fileOf, inBody, readFileText, uniqueText } from '../harness/files.ts';
import { submit } from '../harness/outputs.ts';
import { queryOnce, runCommand } from '../harness/process.ts';
import { type StackSystem, startStackSystem } from '../harness/stack-system.ts';
import { describeSystem, type System } from '../harness/system.ts';
import { decideFlagged } from '../stress/decide-flagged.ts';
import { drain } from '../stress/drain.ts';
import { findViolations } from '../stress/find-violations.ts';
import { makeRule, type PlannedOutput, planOutputs } from '../stress/planned-output.ts';
import { readEvents } from '../stress/read-events.ts';
import { countDecisions, readOutputs, type ReadOptions } from '../stress/read-outputs.ts';
import { submitOutputs } from '../stress/submit-outputs.ts';
import { ClientLog } from '../stress/what-clients-saw.ts';

const BACKUP = 'deploy/backup/src/main.ts';
const RUN = 'drill';
const FILE_TEXT = uniqueText('backed up');

let dir: string;
let archive: string;
const systems: StackSystem[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'output-review-backup-'));
  archive = join(dir, 'backup.tar.gz');
});

afterEach(async () => {
  await Promise.all(systems.map((system) => system.stop()));
  await rm(dir, { recursive: true, force: true });
}, 60_000);

async function start(options: Parameters<typeof startStackSystem>[0] = {}): Promise<StackSystem> {
  const system = await startStackSystem(options);
  systems.push(system);
  return system;
}

const readingOf = ({ url, token }: System): ReadOptions => ({
  ...{ url, token, run: RUN, log: new ClientLog() },
  signal: AbortSignal.timeout(300_000),
});

/** @returns the IDs that were accepted. */
async function send(outputs: readonly PlannedOutput[], { url, token }: StackSystem) {
  const signal = AbortSignal.timeout(300_000);
  const load = { url, token, ratePerSecond: 60, log: new ClientLog(), signal };
  return (await submitOutputs(outputs, load)).answered;
}

const eventsOf = ({ stack }: StackSystem) => ({
  ...{ brokers: stack.kafka.brokers, run: RUN },
  log: makeLogger({ service: 'test', level: 'silent' }),
});

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const { code, stderr } = await runCommand(BACKUP, args, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

/** Simulates a loss noticed twenty minutes later, so that outputs in flight are requested again. */
async function letTimePass(env: Readonly<Record<string, string>>): Promise<void> {
  await queryOnce(
    env['GATEWAY_DATABASE_URL'] ?? '',
    `UPDATE gateway.submissions SET accepted_at = accepted_at - interval '20 minutes'`,
  );
  await queryOnce(
    env['REVIEW_DATABASE_URL'] ?? '',
    `UPDATE review.outputs SET queued_at = queued_at - interval '20 minutes' WHERE status = 'pending'`,
  );
}

test('a backup of a running stack can be restored on new servers without loss, even of events not yet delivered by Kafka', async () => {
  const planned = planOutputs(400, { run: RUN, textsFile: null });
  const [before, meanwhile, after] = [
    planned.slice(0, 90),
    planned.slice(90, 370),
    planned.slice(370),
  ];
  let operator: Readonly<Record<string, string>> = {};
  let databaseUrl = '';
  const first = await start({
    beforeServices: (settings) => {
      operator = settings;
      return Promise.resolve();
    },
  });
  const headers = await signInHeaders(first.url, first.email, first.password);
  await makeRule(first.url, headers);
  const project = 'Files';
  const attachments = [inBody(FILE_TEXT)];
  await submit(first.automation, { id: 'with-file', project, output: 'a', attachments });
  await send(before, first);
  await drain(readingOf(first), { expected: before.length });
  const until = AbortSignal.abort();
  const decided = await decideFlagged({ ...readingOf(first), headers, until });

  const sending = send(meanwhile, first);
  await run(['backup', '--to', archive], operator);
  expect((await sending).size).toBe(meanwhile.length);
  await send(after, first);
  const eventsBefore = await readEvents(eventsOf(first));
  const { email, password, token } = first;
  await first.stack.kill();

  const { ENCRYPTION_KEY = '', AUDIT_KEY = '' } = operator;
  const second = await start({
    env: { ENCRYPTION_KEY, AUDIT_KEY },
    beforeServices: async (settings) => {
      databaseUrl = settings['GATEWAY_DATABASE_URL'] ?? '';
      await run(['restore', '--from', archive], settings);
      await letTimePass(settings);
      // A restore onto servers with data changes nothing.
      const again = await runCommand(BACKUP, ['restore', '--from', archive], settings);
      expect(again).toMatchObject({ code: 1, stdout: '' });
      expect(again.stderr).toMatch(/^The schema gateway has tables\..*Nothing was changed\.$/);
    },
  });
  const restored = describeSystem({ url: second.url, email, password, token });
  const reading = readingOf(restored);
  const rows = await queryOnce(
    databaseUrl,
    `SELECT id FROM gateway.submissions WHERE id LIKE '${RUN}-%'`,
  );
  const accepted = new Set(rows.map(({ id }) => String(id)));
  await drain(reading, { expected: accepted.size });
  const kept = planned.filter(({ id }) => accepted.has(id));

  expect(before.filter(({ id }) => !accepted.has(id))).toEqual([]);
  expect(after.filter(({ id }) => accepted.has(id))).toEqual([]);
  const file = await fileOf(restored.automation, 'with-file');
  expect(await readFileText(restored.automation, file.key)).toBe(FILE_TEXT);

  const eventsAfter = await readEvents(eventsOf(second));
  const decisionCounts = new Map<string, number>();
  for (const id of decided.keys()) decisionCounts.set(id, await countDecisions(id, reading));
  const ofKept = ([run]: readonly [string, unknown]) => accepted.has(run.split('#')[0] ?? '');
  expect(
    findViolations({
      ...{ planned: kept, answered: accepted, decided, decisionCounts },
      stored: await readOutputs(reading),
      events: {
        // Outputs evaluated after the backup's snapshot are evaluated again. Results of the others are not repeated.
        verdicts: new Map([...eventsBefore.verdicts, ...eventsAfter.verdicts].filter(ofKept)),
        decisions: eventsBefore.decisions,
      },
      wrongAnswers: new Map(),
    }),
  ).toEqual([]);
  expect(eventsAfter.decisions).toEqual(new Map());
}, 600_000);
