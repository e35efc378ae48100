import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { search, uniqueName } from '../outputs.ts';
import { runCommand, startCommand } from '../process.ts';
import { startSystem, type System } from '../system.ts';

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

test('a file of outputs goes in; bad lines are named, and the verdicts end it', async () => {
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

test('with --sync the verdicts come with the answers', async () => {
  const project = uniqueName('Sync file');
  const file = await writeLines([JSON.stringify({ project, output: 'a' })]);

  const { code, stdout } = await submitFile(file, '--sync');

  expect(code).toBe(0);
  expect(stdout).toMatch(/pass +pass +1\n/);
});

test('interrupted and run again, it sends no line twice and leaves none out', async () => {
  const project = uniqueName('Interrupted');
  const count = 400;
  const file = await writeLines(
    Array.from({ length: count }, (_, n) => JSON.stringify({ project, output: `Output ${n}` })),
  );

  const first = await startCommand(SUBMIT, argumentsFor(file, '--concurrency', '2'), environment());
  await eventually(async () => {
    expect(Number((await search(system.automation, { project }))['total'])).toBeGreaterThan(20);
  }, 30_000);
  first.kill('SIGINT');
  const interrupted = await first.exited;
  const second = await submitFile(file);
  const sentBefore = Number(
    /400 in \((\d+) of them in an earlier run\), 0 bad/.exec(second.stdout)?.[1],
  );

  expect(interrupted.code).toBe(1);
  expect(interrupted.stdout).toContain('The same command goes on');
  expect(second.code).toBe(0);
  expect(sentBefore).toBeGreaterThan(20);
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
  return runCommand(SUBMIT, argumentsFor(file, ...flags), environment());
}

function argumentsFor(file: string, ...flags: string[]): string[] {
  return [file, '--url', system.url, '--token', system.token, ...flags];
}

function environment(): Record<string, string> {
  return { XDG_CACHE_HOME: join(folder, 'cache') };
}
