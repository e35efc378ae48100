import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { BENCH_SETTINGS, type BenchTarget } from './bench-target.ts';

export interface ServiceProcess extends BenchTarget {
  readonly pid: number;
  /** From spawning to the ready line. */
  readonly readyMs: number;
}

const ROOT = new URL('../../../', import.meta.url);
const MAIN = fileURLToPath(new URL('../../../deploy/embedded/dist/main.js', import.meta.url));

/** The options of Node that `npm start` gives; whatever is held against the service is given them too. */
export const NODE_FLAGS: readonly string[] = nodeFlagsOf(
  readFileSync(new URL('package.json', ROOT), 'utf8'),
);

function nodeFlagsOf(packageJson: string): string[] {
  const { scripts } = JSON.parse(packageJson) as { scripts: { start: string } };
  const [, flags] = /node ((?:--\S+ )*)deploy\/embedded/.exec(scripts.start) ?? [];
  if (flags === undefined) throw new Error('The script `start` does not run the embedded service');
  return flags.split(' ').filter((flag) => flag !== '');
}

/**
 * Starts the embedded service as its users do: one process of its own, everything running.
 *
 * @param settings beside those of every bench.
 */
export function startServiceProcess(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const env = { ...BENCH_SETTINGS, ...settings, PORT: '0', DATA_DIR: dataDir };
  return startServer(MAIN, { env });
}

/** Starts a script that prints a ready line and ends by SIGINT. */
export async function startServer(
  script: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Readonly<Record<string, string>> },
): Promise<ServiceProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, pid } = await readyLine(child);
  return {
    url,
    pid,
    port: Number(new URL(url).port),
    readyMs: performance.now() - startedAt,
    stop: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

async function readyLine(child: ChildProcess): Promise<{ url: string; pid: number }> {
  if (!child.stdout) throw new Error('The service has no standard output');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ')) {
      child.stdout.resume();
      return JSON.parse(line.slice('ready '.length)) as { url: string; pid: number };
    }
  }
  throw new Error('The service ended before it was ready');
}
