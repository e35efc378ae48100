import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startEmbeddedPostgres } from '@output-review/embedded-postgres';
import {
  eventually,
  programPath,
  silentLog,
  startWebhookReceiver,
} from '@output-review/runtime/testing';

import { type JsonObject, signInHeaders } from '../harness/client.ts';
import { makeDataDir } from '../harness/data-dir.ts';
import { fileOf, inBody, readFileText, uniqueText } from '../harness/files.ts';
import { submit } from '../harness/outputs.ts';
import {
  embeddedDatabaseUrl,
  killService,
  queryOnce,
  runCommand,
  runShell,
} from '../harness/process.ts';
import { type ProcessSystem, startProcessOn } from '../harness/system.ts';
import { type Decided, decideFlagged } from '../stress/decide-flagged.ts';
import { drain } from '../stress/drain.ts';
import { findViolations } from '../stress/find-violations.ts';
import { makeRule, type PlannedOutput, planOutputs } from '../stress/planned-output.ts';
import { countDecisions, readOutputs, type ReadOptions } from '../stress/read-outputs.ts';
import { submitOutputs } from '../stress/submit-outputs.ts';
import { ClientLog } from '../stress/what-clients-saw.ts';
import { toldOf } from './backup/received-events.ts';

const BACKUP = 'deploy/backup/src/main.ts';
// Allows the receiver of this test on loopback.
const SETTINGS = { EGRESS_ALLOW_CIDRS: '127.0.0.0/8' };
const RUN = 'drill';
const FILE_TEXT = uniqueText('backed up');

let dir: string;
let dataDir: string;
let system: ProcessSystem | undefined;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'output-review-backup-'));
  dataDir = await makeDataDir();
});

afterEach(async () => {
  await system?.stop();
  await rm(dataDir, { recursive: true, force: true });
  await rm(dir, { recursive: true, force: true });
});

async function start(): Promise<ProcessSystem> {
  system = await startProcessOn(dataDir, SETTINGS);
  return system;
}

const readingOf = ({ url, token }: ProcessSystem): ReadOptions => ({
  ...{ url, token, run: RUN, log: new ClientLog() },
  signal: AbortSignal.timeout(180_000),
});

/** @returns the IDs that were accepted. */
async function send(outputs: readonly PlannedOutput[], { url, token }: ProcessSystem) {
  const signal = AbortSignal.timeout(180_000);
  const load = { url, token, ratePerSecond: 60, log: new ClientLog(), signal };
  return (await submitOutputs(outputs, load)).answered;
}

async function decideOne({ url, email, password }: ProcessSystem): Promise<Decided> {
  const headers = await signInHeaders(url, email, password);
  const signal = AbortSignal.timeout(180_000);
  return decideFlagged({
    url,
    run: RUN,
    headers,
    log: new ClientLog(),
    until: AbortSignal.abort(),
    signal,
  });
}

/**
 * Reads from a restored, stopped folder which outputs had results in review. Does not count placeholders, whose result
 * came before their submission: nothing is delivered for them until then.
 */
async function withResult(): Promise<Set<string>> {
  const postgres = await startEmbeddedPostgres({
    ...{ dataDir: join(dataDir, 'postgres'), isDurable: true, log: silentLog },
  });
  try {
    const rows = await queryOnce(
      await embeddedDatabaseUrl(dataDir),
      'SELECT id FROM review.outputs WHERE evaluated_at IS NOT NULL AND visible',
    );
    return new Set(rows.map(({ id }) => String(id)));
  } finally {
    await postgres.stop();
  }
}

async function run(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(BACKUP, args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

test('a backup under load can be restored after the loss of the folder, and clients can send the rest again', async () => {
  await using receiver = await startWebhookReceiver();
  const planned = planOutputs(160, { run: RUN, textsFile: null });
  const [before, meanwhile, after] = [
    planned.slice(0, 30),
    planned.slice(30, 150),
    planned.slice(150),
  ];
  const first = await start();
  const headers = await signInHeaders(first.url, first.email, first.password);
  await makeRule(first.url, headers);
  await first.automation.post('/api/subscriptions', { url: receiver.url });
  await submit(first.automation, {
    id: 'with-file',
    project: 'Files',
    output: 'a',
    attachments: [inBody(FILE_TEXT)],
  });
  await send(before, first);
  await drain(readingOf(first), { expected: before.length });
  const decided = await decideOne(first);

  // A file size limit simulates a full disk.
  const full = runShell(
    `ulimit -f 1; exec ${process.execPath} ${await programPath(BACKUP)} backup --to ${dir}/full --data-dir ${dataDir}`,
  );
  await expect(full).rejects.toThrow(/full cannot be written: .*too large/);
  expect(await readdir(dir)).toEqual([]);

  // A backup under load.
  const archive = join(dir, 'backup.tar.gz');
  const sending = send(meanwhile, first);
  await run('backup', '--to', archive, '--data-dir', dataDir);
  expect((await sending).size).toBe(meanwhile.length);
  await send(after, first);
  await drain(readingOf(first), { expected: planned.length });

  const keys = join(dir, 'keys.json');
  await copyFile(join(dataDir, 'keys.json'), keys);
  await killService(first.process, dataDir, 'all');
  await rm(dataDir, { recursive: true });
  const callsBefore = receiver.calls.length;
  const restoring = ['restore', '--from', archive, '--data-dir', dataDir];

  const foreign = join(dir, 'foreign.json');
  const { encryptionKey: auditKey } = JSON.parse(await readFile(keys, 'utf8')) as JsonObject;
  await writeFile(foreign, JSON.stringify({ encryptionKey: auditKey, auditKey }));
  const refused = await runCommand(BACKUP, [...restoring, '--keys', foreign]);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^The audit key is not that of the archive\..*Nothing was changed\.$/,
  );
  expect(await readdir(dirname(dataDir))).not.toContain(basename(dataDir));
  await run(...restoring, '--keys', keys);
  const finished = await withResult();
  const second = await start();
  const restored = new Set((await readOutputs(readingOf(second))).outputs.map(({ id }) => id));
  const lost = planned.filter(({ id }) => !restored.has(id));
  const lostIds = new Set(lost.map(({ id }) => id));
  // These outputs had no result in the backup, so their events have other IDs after the restore.
  const afresh = new Set(planned.map(({ id }) => id).filter((id) => !finished.has(id)));

  // Contains everything accepted before the backup began and nothing sent after it ended.
  expect(before.filter(({ id }) => lostIds.has(id))).toEqual([]);
  expect(after.filter(({ id }) => restored.has(id))).toEqual([]);
  expect(restored.size + lost.length).toBe(planned.length);
  expect(before.filter(({ id }) => afresh.has(id))).toEqual([]);
  const file = await fileOf(second.automation, 'with-file');
  expect(await readFileText(second.automation, file.key)).toBe(FILE_TEXT);

  const verified = await runCommand('tools/src/audit-verify/main.ts', ['--data-dir', dataDir]);
  expect(verified).toMatchObject({ code: 0, stderr: '' });
  expect(verified.stdout).toContain('in 1 chain ');

  // Clients send everything again. Existing outputs are not duplicated.
  expect((await send(planned, second)).size).toBe(planned.length);
  const reading = readingOf(second);
  await drain(reading, { expected: planned.length });
  const decisionCounts = new Map<string, number>();
  for (const id of decided.keys()) decisionCounts.set(id, await countDecisions(id, reading));
  await eventually(async () => {
    const received = toldOf(receiver.calls, { from: callsBefore, whoseOutputs: afresh });
    const violations = findViolations({
      ...{ planned, decided, decisionCounts, events: received },
      answered: new Set(planned.map(({ id }) => id)),
      stored: await readOutputs(reading),
      wrongAnswers: new Map(),
    });
    // Adds all calls about such an output to the message.
    const calls = receiver.calls.map(({ headers, body }, index) => [
      ...[index - callsBefore, headers['webhook-id'], body['id'], body['event'], body['status']],
      afresh.has(String(body['id'])),
    ]);
    expect(
      violations.map((each) => [
        each,
        calls.filter(([, , id]) => each.what.startsWith(String(id))),
      ]),
    ).toEqual([]);
  }, 120_000);
}, 400_000);
