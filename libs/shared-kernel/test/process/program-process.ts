import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { programPath } from '../../../runtime/src/testing/index.ts';

interface ReadyFields {
  readonly url: string;
  readonly pid: number;
}

export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramProcess {
  readonly pid: number;
  /** What the process has written to stderr so far. */
  stderr(): string;
  /** Resolves with the ready line. */
  readonly ready: Promise<ReadyFields>;
  readonly exited: Promise<Ending>;
  kill(signal: NodeJS.Signals): void;
}

const PROGRAM = await programPath('libs/shared-kernel/test/process/sample-program.ts');

/** Starts the sample program. */
export function startProgram(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): ProgramProcess {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    // Hides the settings of our own environment.
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const lines = createInterface({ input: child.stdout }).on('line', (line) => stdout.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => stderr.push(line));
  const exited = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout: stdout.join('\n'),
    stderr: stderr.join('\n'),
  }));
  const ready = new Promise<ReadyFields>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.startsWith('ready '))
        resolve(JSON.parse(line.slice('ready '.length)) as ReadyFields);
    });
    void exited.then(({ stderr: log }) => reject(new Error(`It ended and was not ready:\n${log}`)));
  });
  // Not every test awaits it.
  ready.catch(() => {});
  return {
    pid: child.pid ?? 0,
    stderr: () => stderr.join('\n'),
    ready,
    exited,
    kill: (signal) => void child.kill(signal),
  };
}
