import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { startGate } from '../harness/gate.ts';
import { search, uniqueName } from '../harness/outputs.ts';
import { runCommand, startCommand } from '../harness/process.ts';
import { startSystem, type System } from '../harness/system.ts';

const SUBMIT = 'tools/src/submit/main.ts';
const EXPORTS = join(import.meta.dirname, '../../tools/test/exports');

let system: System;
let folder: string;

beforeAll(async () => {
  system = await startSystem();
  folder = await mkdtemp(join(tmpdir(), 'output-review-imports-'));
}, 60_000);

afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true });
});

test('an export is imported with its labels, without invalid lines, and only once despite repetition', async () => {
  const { project, batch } = await makeProject();
  const exported = await readFile(join(EXPORTS, 'langfuse-observations.jsonl'), 'utf8');
  const file = await write('observations.jsonl', `${exported}{"id":\n{"output":"a"}\n`);
  const flags = ['--from', 'langfuse', '--labels', 'correctness', '--project', project];

  const first = await run(file, [...flags, '--batch', batch]);
  const again = await run(file, [...flags, '--batch', batch], { cache: 'another' });

  for (const { code, stdout, stderr } of [first, again]) {
    expect(code).toBe(1);
    expect(stderr).toMatch(/line 5: not JSON/);
    expect(stderr).toContain('line 6: no id');
    expect(stdout).toContain('3 in, 2 bad.\nBad lines: 5, 6\nLeft out, without an output: 1\n');
    expect(stdout).toContain('Labels: 1 approved, 1 rejected.\nNot labelled: 1 without a score.');
  }
  expect(await search(system.automation, { project })).toMatchObject({ total: 3 });
  expect(await read(`langfuse.${batch}.0f1e2d3c4b5a6978`)).toMatchObject({
    ...{ status: 'pass', humanDecision: 'approved', decisionSource: 'api' },
    ...{ output: 'It arrives tomorrow.', model: 'gpt-4o-mini', latencyMs: 1500 },
    ...{ costUsd: 0.000009, timestamp: '2026-08-20T09:15:02.120Z', actorId: 'user-17' },
    comment: 'Imported from Langfuse: correctness = correct.',
    decisions: [expect.objectContaining({ decision: 'approved', clearedAt: null })],
  });
  expect(await read(`langfuse.${batch}.1f1e2d3c4b5a6978`)).toMatchObject({
    ...{ status: 'flagged', humanDecision: 'rejected', projectName: project },
  });
});

test.each([
  ['langfuse-traces.csv', 'langfuse', 2],
  ['langsmith-runs.jsonl', 'langsmith', 3],
  ['langsmith-experiment.csv', 'langsmith', 2],
  ['langsmith-dataset.json', 'langsmith', 2],
  ['phoenix-annotated.jsonl', 'phoenix', 3],
  ['phoenix-spans.csv', 'phoenix', 1],
  ['openai-evals-log.jsonl', 'openai-evals', 3],
  ['openai-evals-items.jsonl', 'openai-evals', 2],
])('%s of %s is imported completely', async (name, from, count) => {
  const { project, batch } = await makeProject();

  const { code, stderr } = await run(join(EXPORTS, name), [
    ...['--from', from, '--project', project, '--batch', batch],
  ]);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await search(system.automation, { project })).toMatchObject({ total: count });
});

test('after an interruption during labelling, a second run decides every output once', async () => {
  const { project, batch } = await makeProject();
  const count = 30;
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ id: `trace-${n}`, output: `Output ${n}`, quality: [n % 2] },
  }));
  const file = await write('rows.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
  const flags = ['--from', 'langfuse', '--labels', 'quality', '--good-from', '1', '--sync'];
  const all = [...flags, '--project', project, '--batch', batch];

  // Two requests about the token, the outputs, and some of the labels.
  await using gate = await startGate(system.url, { shutAfter: 2 + count + 10 });
  const first = await startCommand(SUBMIT, argumentsFor(file, all, gate.url), environment());
  await eventually(() => expect(gate.isShut()).toBe(true), 30_000);
  first.kill('SIGINT');
  gate.open();
  const interrupted = await first.exited;
  const second = await run(file, all);

  expect(interrupted.code).toBe(1);
  expect(interrupted.stdout).toMatch(/Not labelled: \d+ not decided yet/);
  expect(interrupted.stdout).toContain('Run the same command to continue');
  expect(second.code).toBe(0);
  expect(second.stdout).toContain('Labels: 15 approved, 15 rejected.');
  expect(await search(system.automation, { project, humanDecision: 'approved' })).toMatchObject({
    total: count / 2,
  });
  expect((await read(`langfuse.${batch}.trace-0`)).decisions).toHaveLength(1);
}, 120_000);

test('the decision of a person is kept and reported', async () => {
  const { project, batch } = await makeProject();
  const file = await write('one.jsonl', '{"id":"one","output":"a","thumbs":["up"]}');
  const flags = ['--from', 'langfuse', '--project', project, '--batch', batch];
  await run(file, flags);
  const manager = await system.signIn();
  await manager.patch(`/api/logs/langfuse.${batch}.one/decision`, { decision: 'rejected' });

  const { code, stdout } = await run(file, [...flags, '--labels']);

  expect(code).toBe(0);
  expect(stdout).toContain('Not labelled: 1 with another decision already.');
  expect(await read(`langfuse.${batch}.one`)).toMatchObject({ humanDecision: 'rejected' });
});

test('a token without the scope decide, or an ambiguous number, stops the import before anything is sent', async () => {
  const { project, batch } = await makeProject();
  const file = await write('number.jsonl', '{"id":"n","output":"a","score":[0.4],"thumbs":["up"]}');
  const flags = ['--from', 'langfuse', '--project', project, '--batch', batch];
  const admin = await system.signIn();
  const { body } = await admin.post('/api/tokens', {
    name: uniqueName('Import'),
    scopes: ['submit', 'read'],
  });

  const unexplained = await run(file, [...flags, '--labels', 'score']);
  const refused = await run(file, [
    ...[...flags, '--labels', 'thumbs', '--token', String(body.token)],
  ]);

  expect([unexplained.code, refused.code]).toEqual([1, 1]);
  expect(unexplained.stderr).toMatch(/“score” is a number \(0\.4\).*--good-from/);
  expect(refused.stderr).toContain('The service refused the token');
  expect(await search(system.automation, { project })).toMatchObject({ total: 0 });
});

/** Creates a project with a rule, and a batch name, because other runs import the same files into this system. */
async function makeProject() {
  const project = uniqueName('Import');
  const manager = await system.signIn();
  await manager.post('/api/rules', {
    ...{ name: 'No promises', type: 'keyword_forbidden', value: 'guarantee', projectName: project },
  });
  return { project, batch: randomBytes(6).toString('hex') };
}

async function read(id: string) {
  const { body } = await system.automation.get(`/api/logs/${id}`);
  return body;
}

async function write(name: string, content: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

function run(file: string, flags: readonly string[], { cache = 'cache' } = {}) {
  return runCommand(SUBMIT, argumentsFor(file, flags), environment(cache));
}

function argumentsFor(file: string, flags: readonly string[], url = system.url): string[] {
  return [file, '--url', url, '--token', system.token, ...flags];
}

function environment(cache = 'cache'): Record<string, string> {
  return { XDG_CACHE_HOME: join(folder, cache) };
}
