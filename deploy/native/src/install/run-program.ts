import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

import type { Account } from '@output-review/embedded-postgres';

export interface RunProgramOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it inherits our environment, or gets only the variables for finding programs. */
  readonly inherits?: boolean;
  /** Only root may set another account. */
  readonly account?: Account | undefined;
  /** A descriptor of ours, which becomes the program's descriptor 3. */
  readonly handed?: number;
  /** Ends the program. */
  readonly signal?: AbortSignal | undefined;
  /** A program that runs longer is killed and fails. */
  readonly withinMs?: number;
}

// The end of a failed build's output contains the reason.
const LINES_SHOWN_MAX = 20;

/**
 * Runs a program to completion.
 *
 * @returns its standard output
 * @throws Error with the end of its output, if it fails
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
  // Aborted by the signal. `close` is emitted anyway.
  child.on('error', () => {});
  // Unlike `once` of node:events, not rejected by such an error.
  const closed = new Promise((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  await closed;
  signal?.throwIfAborted();
  if (child.exitCode === 0) return stdout;

  const lastLines = `${stdout}\n${stderr}`.trim().split('\n').slice(-LINES_SHOWN_MAX).join('\n');
  throw new Error(`${command} ${howItEnded(child, withinMs)}:\n${lastLines}`);
}

function howItEnded({ killed, signalCode, exitCode }: ChildProcess, withinMs = 0): string {
  // Killed by us, but not through the signal, so it timed out.
  if (killed) return `was ended because it took longer than ${withinMs / 1_000} s. It had said`;
  return `failed (${signalCode ?? `exit code ${String(exitCode)}`})`;
}

const readAll = (stream: NodeJS.ReadableStream | null): Promise<string> =>
  stream === null ? Promise.resolve('') : text(stream);
