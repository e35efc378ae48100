import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

import { type Account, identityOf } from '@output-review/embedded-postgres';

import type { DataFolder } from './data-folder.ts';
import {
  killByRunFile,
  type NotedProcess,
  readRunFile,
  stopByRunFile,
  writeRunFile,
} from './run-file.ts';

/** A program in the background that can be stopped and restarted with its data. */
export interface Daemon {
  /** The name of its log. */
  readonly name: string;
  /** The PID of the running process. @throws Error if it is not running. */
  readonly pid: number;
  readonly isRunning: boolean;
  /** Starts it with the same port and data. Resolves when it is ready. */
  start(): Promise<void>;
  /** Starts it without waiting, for a daemon that has to wait for another one. */
  launch(): Promise<void>;
  /** Resolves when the launched process is ready. Rejects if it exits or times out. */
  ready(): Promise<void>;
  /** Asks it to exit, like an operator. Resolves when it has. */
  stop(): Promise<void>;
  /** Sends SIGKILL to the process and all its descendants. Resolves when they are gone. */
  kill(): Promise<void>;
}

export interface DaemonPlan {
  readonly name: string;
  readonly folder: DataFolder;
  readonly command: string;
  readonly args: readonly string[];
  /**
   * A folder that the program gets as `/proc/self/fd/3`. Other accounts often cannot traverse the parents of our
   * folder, such as /root, but an open descriptor needs no path.
   */
  readonly handedFolder?: string;
  /** Called before each start, including one after a kill. */
  readonly prepare?: () => Promise<void>;
  /** Its complete environment, except PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** The account it runs as. Undefined: the current account. */
  readonly account?: Account | undefined;
  readonly stop: NotedProcess['stop'];
  /** Polled until it returns true. An error counts as false. */
  readonly isReady: (start: { readonly logged: () => Promise<string> }) => Promise<boolean>;
  readonly readyWithinMs: number;
  /** Aborts a start in progress. Nothing is left running. */
  readonly signal?: AbortSignal | undefined;
}

// A server that accepts a request but does not answer is not ready.
const READY_ANSWER_MS = 5_000;

/** Starts a daemon. It outlives this process, and its run file identifies it. */
export async function startDaemon(plan: DaemonPlan): Promise<Daemon> {
  const running = await readRunFile(plan.folder.runFileOf(plan.name));
  if (running !== null) {
    throw new Error(
      `${plan.name} of ${plan.folder.path} is already running, as process ${running.pid}`,
    );
  }
  const daemon = new BackgroundProgram(plan);
  await daemon.start();
  return daemon;
}

class BackgroundProgram implements Daemon {
  readonly name: string;
  readonly #plan: DaemonPlan;
  #child: ChildProcess | undefined;
  #logBegin = 0;

  constructor(plan: DaemonPlan) {
    this.name = plan.name;
    this.#plan = plan;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && !hasEnded(this.#child);
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined || !this.isRunning) throw new Error(`${this.name} is not running`);
    return pid;
  }

  async start(): Promise<void> {
    await this.launch();
    try {
      await this.ready();
    } catch (error) {
      await this.kill();
      throw error;
    }
  }

  async launch(): Promise<void> {
    if (this.isRunning) throw new Error(`${this.name} is already running`);
    await this.#plan.prepare?.();
    const log = await open(this.#logFile, 'a', 0o600);
    const { handedFolder } = this.#plan;
    const handed = handedFolder === undefined ? undefined : await open(handedFolder, 'r');
    try {
      this.#logBegin = (await log.stat()).size;
      await this.#spawn(log.fd, handed?.fd);
    } finally {
      await log.close();
      await handed?.close();
    }
  }

  async ready(): Promise<void> {
    const { name, readyWithinMs, signal } = this.#plan;
    const deadline = performance.now() + readyWithinMs;
    for (;;) {
      const isReady = await this.#isReady();
      signal?.throwIfAborted();
      // Checked last, because another process may answer at its port.
      if (!this.isRunning) {
        await rm(this.#runFile, { force: true });
        throw new Error(
          `${name} exited before it was ready. Its output:\n${await this.#lastWords()}`,
        );
      }
      if (isReady) return;
      if (performance.now() > deadline) {
        const patience = `${readyWithinMs / 1000} s`;
        throw new Error(
          `${name} was not ready in ${patience}. Its output:\n${await this.#lastWords()}`,
        );
      }
      await delay(50);
    }
  }

  async stop(): Promise<void> {
    await stopByRunFile(this.#runFile);
    await this.#hasBeenReaped();
  }

  async kill(): Promise<void> {
    await killByRunFile(this.#runFile);
    await this.#hasBeenReaped();
  }

  get #logFile(): string {
    return this.#plan.folder.logOf(this.name);
  }

  get #runFile(): string {
    return this.#plan.folder.runFileOf(this.name);
  }

  /** Node learns of a child's exit a moment later. */
  async #hasBeenReaped(): Promise<void> {
    // The unreferenced child would not keep this process running until its exit event.
    while (this.isRunning) await delay(5);
  }

  async #spawn(log: number, handed: number | undefined): Promise<void> {
    const { command, args, env, account, signal, stop } = this.#plan;
    signal?.throwIfAborted();
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(command, args, {
      // A folder that every account can access.
      cwd: '/',
      ...account,
      env: { PATH, HOME, ...env },
      // A separate process group, so that Ctrl-C reaches only this process.
      detached: true,
      stdio: ['ignore', log, log, ...(handed === undefined ? [] : [handed])],
    });
    child.unref();
    this.#child = child;
    await once(child, 'spawn');
    try {
      const pid = this.pid;
      const identity = await identityOf(pid);
      if (identity !== undefined) await writeRunFile(this.#runFile, { pid, identity, stop });
    } catch (error) {
      // Without a run file nothing could stop it. Until Node reaps the child, its process group ID is not reused.
      if (this.isRunning) process.kill(-this.pid, 'SIGKILL');
      await this.#hasBeenReaped();
      throw error;
    }
  }

  async #isReady(): Promise<boolean> {
    const asked = this.#plan.isReady({ logged: () => this.#logged() }).catch(() => false);
    return Promise.race([asked, delay(READY_ANSWER_MS, false, { ref: false })]);
  }

  /** Its output since the last start. */
  async #logged(): Promise<string> {
    return (await readFile(this.#logFile)).subarray(this.#logBegin).toString();
  }

  async #lastWords(): Promise<string> {
    return (await this.#logged()).trim().split('\n').slice(-15).join('\n');
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Whether a health endpoint quickly answers OK. @param caFile of a server with its own CA. */
export async function answersOk(url: string, caFile?: string): Promise<boolean> {
  if (caFile !== undefined) return answersOkByTls(url, caFile);
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await answer.body?.cancel();
  return answer.ok;
}

async function answersOkByTls(url: string, caFile: string): Promise<boolean> {
  const ca = await readFile(caFile);
  const request = get(url, { ca, agent: false, timeout: 2_000 });
  request.on('timeout', () => request.destroy(new Error('It did not answer')));
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode === 200;
}

/**
 * Waits for all promises, even if one fails, so that nothing continues in the background.
 *
 * @throws the first error
 */
export async function allOrError<const T extends readonly unknown[]>(
  running: T,
): Promise<{ -readonly [N in keyof T]: Awaited<T[N]> }> {
  await Promise.allSettled(running);
  return Promise.all(running);
}
