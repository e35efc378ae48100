import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { writePrivateFile } from '@output-review/runtime';

import { isAlive, killProcess, type RunningProcess, stopProcess } from './running-process.ts';

/** What is noted of a process that outlives whoever has started it. */
export interface RunFile extends RunningProcess {
  /** How it is asked to end, and how long it may take. */
  readonly stop: { readonly signal: NodeJS.Signals; readonly withinMs: number };
}

/** Notes who runs, so that another process can stop exactly that one. */
export async function writeRunFile(path: string, run: RunFile): Promise<void> {
  await writePrivateFile(path, JSON.stringify(run));
}

/** The process that a run file names, or null where it has ended, whoever has its pid by now. */
export async function readRunFile(path: string): Promise<RunFile | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const run = JSON.parse(text) as RunFile;
  return (await isAlive(run)) ? run : null;
}

/** The names of the daemons of a folder that run at this moment. */
export async function runningIn(runDir: string): Promise<string[]> {
  const names = await namesIn(runDir);
  const runs = await Promise.all(names.map((name) => readRunFile(join(runDir, `${name}.json`))));
  return names.filter((_, n) => runs[n] !== null);
}

/** Asks a daemon to end; what is not there is taken as stopped. */
export async function stopByRunFile(path: string): Promise<void> {
  const run = await readRunFile(path);
  if (run !== null) await stopProcess(run, run.stop);
  await rm(path, { force: true });
}

/** Ends a daemon and all that it has started at once. */
export async function killByRunFile(path: string): Promise<void> {
  const run = await readRunFile(path);
  if (run !== null) await killProcess(run);
  await rm(path, { force: true });
}

export async function namesIn(runDir: string): Promise<string[]> {
  const files = await readdir(runDir).catch(() => []);
  return files.filter((file) => file.endsWith('.json')).map((file) => basename(file, '.json'));
}
