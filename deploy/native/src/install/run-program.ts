import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import type { Account } from '@output-review/embedded-postgres';

export interface RunProgramOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it has our own environment too, or only what programs need to be found. */
  readonly inherits?: boolean;
  /** Only root may name another one. */
  readonly account?: Account | undefined;
  /** A descriptor of ours, which the program has as its third. */
  readonly handed?: number;
  /** Ends the program. */
  readonly signal?: AbortSignal | undefined;
  /** What runs for longer is ended, and has failed. */
  readonly withinMs?: number;
}

// Of a build that failed the end tells why.
const LINES_SHOWN_MAX = 20;

/**
 * Runs a program to its end.
 *
 * @returns what it wrote to standard output
 * @throws Error with the end of what it wrote, where it fails
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: RunProgramOptions = {},
): Promise<string> {
  const { cwd, env, inherits = true, account, handed, signal, withinMs } = options;
  signal?.throwIfAborted();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    ...(signal === undefined ? {} : { signal }),
    ...(withinMs === undefined ? {} : { timeout: withinMs }),
    ...account,
    env: { ...(inherits ? process.env : { PATH, HOME }), ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(handed === undefined ? [] : [handed])],
  });
  // Ended by the signal: `close` comes all the same.
  child.on('error', () => {});
  const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  signal?.throwIfAborted();
  if (child.exitCode === 0) return stdout;

  const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-LINES_SHOWN_MAX).join('\n');
  throw new Error(`${command} ${howItEnded(child, withinMs)}:\n${said}`);
}

function howItEnded({ killed, signalCode, exitCode }: ChildProcess, withinMs = 0): string {
  // By us, and not by the signal: so its time was over.
  if (killed) return `was ended because it took longer than ${withinMs / 1_000} s. It had said`;
  return `failed (${signalCode ?? `exit code ${String(exitCode)}`})`;
}

const readAll = (stream: NodeJS.ReadableStream | null): Promise<string> =>
  stream === null ? Promise.resolve('') : text(stream);
