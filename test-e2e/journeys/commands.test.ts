import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { startGate } from '../harness/gate.ts';
import { search, uniqueName } from '../harness/outputs.ts';
import { runCommand, startCommand } from '../harness/process.ts';
import { startSystem, type System } from '../harness/system.ts';

const SUBMIT = 'tools/src/submit/main.ts';

let system: System;
let folder: string;

beforeAll(async () => {
  system = await startSystem();
  folder = await mkdtemp(join(tmpdir(), 'output-review-commands-'));
}, 60_000);

afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true });
});

test('a file of outputs is submitted; invalid lines are reported, and verdicts printed at the end', async () => {
  const project = uniqueName('File');
  const manager = await system.signIn();
  await manager.post('/api/rules', {
    name: 'No promises',
    type: 'keyword_forbidden',
    value: 'promise',
    projectName: project,
  });
  const file = await writeLines([
    JSON.stringify({ project, output: 'Maybe.', reviewerScores: [1] }),
    JSON.stringify({ project, output: 'I promise.' }),
    '{"project": ',
    JSON.stringify({ project, output: 'a', latencyMs: 'slow' }),
  ]);

  const { code, stdout, stderr } = await submitFile(file);

  expect(code).toBe(1);
  expect(stderr).toContain('line 3: not JSON');
  expect(stderr).toMatch(/line 4: .*latencyMs/);
  expect(stdout).toMatch(/pass +pass +1\n/);
  expect(stdout).toMatch(/flagged +fail +1\n/);
  expect(stdout).toContain('Ignored fields: reviewerScores');
  expect(await search(system.automation, { project })).toMatchObject({ total: 2 });
});

test('with --sync the responses contain the verdicts', async () => {
  const project = uniqueName('Sync file');
  const file = await writeLines([JSON.stringify({ project, output: 'a' })]);

  const { code, stdout } = await submitFile(file, '--sync');

  expect(code).toBe(0);
  expect(stdout).toMatch(/pass +pass +1\n/);
});

test('after an interruption, a second run sends no line twice and leaves none out', async () => {
  const project = uniqueName('Interrupted');
  const count = 400;
  const file = await writeLines(
    Array.from({ length: count }, (_, n) => JSON.stringify({ project, output: `Output ${n}` })),
  );

  await using listener = await startGate(system.url, { shutAfter: 30 });
  const first = await startCommand(SUBMIT, argumentsFor(file, listener.url), environment());
  await eventually(() => expect(listener.isShut()).toBe(true), 30_000);
  first.kill('SIGINT');
  listener.open();
  const interrupted = await first.exited;
  const second = await submitFile(file);
  const sentBefore = Number(
    /400 in \((\d+) of them in an earlier run\), 0 bad/.exec(second.stdout)?.[1],
  );

  expect(interrupted.code).toBe(1);
  expect(interrupted.stdout).toContain('Run the same command to continue');
  expect(second.code).toBe(0);
  expect(sentBefore).toBeGreaterThanOrEqual(30);
  expect(sentBefore).toBeLessThan(count);
  await eventually(async () => {
    expect(await search(system.automation, { project })).toMatchObject({ total: count });
  });
}, 120_000);

async function writeLines(lines: readonly string[]): Promise<string> {
  const file = join(folder, `${uniqueName('outputs').replace(' ', '-')}.jsonl`);
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

function submitFile(file: string, ...flags: string[]) {
  return runCommand(SUBMIT, argumentsFor(file, system.url, ...flags), environment());
}

function argumentsFor(file: string, url: string, ...flags: string[]): string[] {
  return [file, '--url', url, '--token', system.token, ...flags];
}

function environment(): Record<string, string> {
  return { XDG_CACHE_HOME: join(folder, 'cache') };
}
