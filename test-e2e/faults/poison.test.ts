import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TOPICS } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { queryOnce, runCommand } from '../harness/process.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../harness/system.ts';

let system: EmbeddedSystem;
const id = `poison-${randomUUID()}`;

beforeAll(async () => {
  system = await startEmbeddedSystem({ LOG_LEVEL: 'silent' });
  await publishPoison();
}, 60_000);

afterAll(() => system.stop());

test('dead-letters only the unreadable message, and its output gets the status error', async () => {
  const { body } = await awaitVerdict(system.automation, id, 20_000);
  const healthy = await submit(system.automation, { project: uniqueName('Healthy'), output: 'a' });

  expect(body).toMatchObject({ id, status: 'error', verdict: null });
  expect((await awaitVerdict(system.automation, healthy.id)).body['status']).toBe('pass');
}, 60_000);

test('the command lists a dead letter and reports why its replay fails', async () => {
  // Waits first, because each poll of the command is a process.
  await awaitVerdict(system.automation, id, 20_000);

  const listed = await eventually(async () => {
    const { code, stdout } = await deadLetters('list');
    expect(code).toBe(0);
    expect(stdout).toContain(id);
    return stdout;
  }, 30_000);
  const [letter = ''] = listed.split('\n\n').filter((each) => each.includes(id));
  const [letterId = ''] = letter.split(/\s/);
  const replayed = await deadLetters('replay', letterId, 'no-such-letter');

  expect(letter).toContain(TOPICS.outputsSubmitted);
  // The replay fails again, because nothing has changed. The dead letter stays with the reason.
  expect(replayed).toMatchObject({ code: 1, stdout: '0 replayed, 2 not.' });
  expect(replayed.stderr).toContain(`${letterId}: failed again: `);
  expect(replayed.stderr).toContain('no-such-letter: ');
  expect((await deadLetters('list')).stdout).toContain(letterId);
}, 60_000);

test('the doctor reports dead letters as a warning, without secrets', async () => {
  await awaitVerdict(system.automation, id, 20_000);

  const doctor = (...args: string[]) =>
    runCommand('tools/src/doctor/main.ts', ['--data-dir', ...args]);
  const [json, text, nowhere] = await Promise.all([
    doctor(system.dataDir, '--json'),
    doctor(system.dataDir),
    doctor(`${system.dataDir}/nowhere`),
  ]);

  const { findings } = JSON.parse(json.stdout) as { findings: { check: string; state: string }[] };
  const stateOf = (name: string) => findings.find(({ check }) => check === name)?.state;
  expect(json).toMatchObject({ code: 0, stderr: '' });
  expect(['services', 'releases', 'outboxes', 'disk'].map(stateOf)).not.toContain('unknown');
  expect([stateOf('services'), stateOf('dead letters')]).toEqual(['ok', 'warning']);
  expect(text.stdout).toContain('npm run dead-letters -- list');
  const run = await readFile(join(system.dataDir, 'run.json'), 'utf8');
  const { operatorPrivateKey } = JSON.parse(run) as { operatorPrivateKey: string };
  for (const secret of [operatorPrivateKey, system.token, system.password]) {
    expect(`${json.stdout}${text.stdout}`).not.toContain(secret);
  }
  expect(nowhere).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('No service is running on'),
  });
}, 60_000);

test('the command reports that no service is running on a folder', async () => {
  const answer = await runCommand('tools/src/dead-letters/main.ts', [
    ...['list', '--data-dir', `${system.dataDir}/nowhere`],
  ]);

  expect(answer).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No service is running on'),
  });
});

test('the command finds separate services by their own environment variables', async () => {
  const run = JSON.parse(await readFile(join(system.dataDir, 'run.json'), 'utf8')) as {
    services: Record<string, string>;
    operatorPrivateKey: string;
  };
  const urls = Object.entries(run.services).map(([name, url]) => [
    `${name.toUpperCase()}_URL`,
    url,
  ]);
  const access = {
    ...(Object.fromEntries(urls) as Record<string, string>),
    OPERATOR_PRIVATE_KEY: run.operatorPrivateKey,
  };

  const list = ['list', '--data-dir', '/nowhere'];
  expect(await runCommand('tools/src/dead-letters/main.ts', list, access)).toMatchObject({
    ...{ code: 0, stderr: '' },
  });
}, 60_000);

test('verifies an intact audit log and detects every manipulation of its tables', async () => {
  const admin = await system.signIn();
  for (let n = 0; n < 6; n += 1) await admin.post('/api/projects', { name: uniqueName('Audited') });
  const last = await eventually(async () => {
    const { body } = await admin.get('/api/audit?limit=1');
    expect(body['total']).toBeGreaterThanOrEqual(6);
    const [{ seq }] = body['items'] as [{ seq: number }];
    expect(seq).toBe(body['total']);
    return seq;
  });
  // The gateway does this once a minute.
  const seen = await inSchema('review', 'SELECT workspace_id, seq, link FROM audit_heads');
  const [{ workspace_id: workspaceId, link }] = seen as [{ workspace_id: string; link: string }];
  const keep =
    'INSERT INTO audit_heads (workspace_id, seq, link) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
  await inSchema('gateway', keep, [workspaceId, last, link]);

  const honest = await verifyAudit();
  await inSchema('review', 'ALTER TABLE audit_records DISABLE TRIGGER USER');
  const where = 'workspace_id = $1 AND seq = $2';
  const rename = `UPDATE audit_records SET actor_name = 'nobody' WHERE ${where}`;
  await inSchema('review', rename, [workspaceId, last - 4]);
  for (const seq of [last - 2, last]) {
    await inSchema('review', `DELETE FROM audit_records WHERE ${where}`, [workspaceId, seq]);
  }
  const cut = `UPDATE audit_heads h SET seq = $2, link = r.link FROM audit_records r
    WHERE h.workspace_id = $1 AND r.workspace_id = $1 AND r.seq = $2`;
  await inSchema('review', cut, [workspaceId, last - 1]);
  const forged = await verifyAudit();

  expect(honest).toMatchObject({ code: 0, stderr: '' });
  expect(honest.stdout).toContain(
    `${workspaceId}: ${last} records, verified up to record ${last},`,
  );
  expect(forged.code).toBe(1);
  expect(forged.stdout.split('\n').slice(1, 4)).toEqual([
    `  record ${last - 4} was changed, or is in the place of another record`,
    `  record ${last - 2} is missing`,
    `  record ${last} is missing: the end was cut off`,
  ]);
}, 60_000);

const verifyAudit = () =>
  runCommand('tools/src/audit-verify/main.ts', ['--data-dir', system.dataDir]);

/** Runs SQL with the role of a service, like an attacker in its database. */
async function inSchema(
  service: 'gateway' | 'review',
  sql: string,
  values: readonly unknown[] = [],
): Promise<unknown[]> {
  const options = encodeURIComponent(`-c search_path=${service}`);
  return queryOnce(`${system.embedded.databaseUrlOf(service)}?options=${options}`, sql, values);
}

function deadLetters(...args: string[]) {
  const command = [...args, '--data-dir', system.dataDir];
  return runCommand('tools/src/dead-letters/main.ts', command);
}

/** Inserts a message with the right topic and invalid content into the outbox of the gateway. */
async function publishPoison(): Promise<void> {
  const { body } = await system.automation.get('/api/verify');
  const json = JSON.stringify({ not: 'what the contract says' });
  await queryOnce(
    system.embedded.databaseUrlOf('gateway'),
    `INSERT INTO gateway.outbox (topic, key, event_id, source, time, json, bytes)
     VALUES ($1, $2, $3, 'gateway', now(), $4, $5)`,
    [
      TOPICS.outputsSubmitted,
      `${String(body['workspaceId'])}/${id}`,
      randomUUID(),
      json,
      json.length,
    ],
  );
}
