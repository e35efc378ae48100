import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const KILL_AFTER_MS = 30_000;
// A server that the command leaves running may keep its output open.
const OUTPUT_AFTER_EXIT_MS = 2_000;

/**
 * Runs a command to its end, with its child processes in a process group of its own.
 *
 * @param options.write receives the output
 * @param options.signal stops the command; so does the timeout
 * @returns null on success, otherwise why it failed
 */
export async function runCommand([program, ...args], options) {
  const { env = {}, write, isBackground = false, timeoutMs, signal } = options;
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const exited = new Promise((done) => {
    child.on('error', (error) => done(error.message));
    child.on('exit', (code, killedBy) => done(killedBy ?? code));
  });
  if (isBackground && child.pid !== undefined)
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', write);
  const closed = once(child, 'close').catch(() => {});

  const timeout = AbortSignal.timeout(timeoutMs);
  const ending = AbortSignal.any([timeout, signal]);
  const end = () => void endGroup(child, exited);
  ending.addEventListener('abort', end);
  if (ending.aborted) end();
  const result = await exited;
  ending.removeEventListener('abort', end);
  await Promise.race([closed, delay(OUTPUT_AFTER_EXIT_MS, undefined, { ref: false })]);
  if (timeout.aborted) return `not done after ${timeoutMs / 1000} s`;
  return result === 0 ? null : `ended with ${result}`;
}

async function endGroup(child, exited) {
  killGroup(child, 'SIGTERM');
  const isGone = await Promise.race([
    exited.then(() => true),
    delay(KILL_AFTER_MS, false, { ref: false }),
  ]);
  if (!isGone) killGroup(child, 'SIGKILL');
}

function killGroup({ pid }, name) {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
