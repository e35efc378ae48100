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

/** A program that runs in the background, and can be ended and started again on its data. */
export interface Daemon {
  /** As its log is named. */
  readonly name: string;
  /** Of the process that runs at this moment. @throws Error where none does. */
  readonly pid: number;
  readonly isRunning: boolean;
  /** Starts it, at the same port on the same data, and resolves when it is ready. */
  start(): Promise<void>;
  /** Starts it and does not wait: for one that has to wait for something else. */
  launch(): Promise<void>;
  /** Resolves when what was launched is ready; what ends before or takes too long is an error. */
  ready(): Promise<void>;
  /** Asks it to end, as an operator does, and resolves when it has. */
  stop(): Promise<void>;
  /** SIGKILL to the process and all that it has started; resolves when they are gone. */
  kill(): Promise<void>;
}

export interface DaemonPlan {
  readonly name: string;
  readonly folder: DataFolder;
  readonly command: string;
  readonly args: readonly string[];
  /**
   * A folder that it finds as `/proc/self/fd/3`. Another account often may not pass through the
   * parents of ours, as under /root; an open folder needs no way.
   */
  readonly handedFolder?: string;
  /** Called before each start, also of one that was killed. */
  readonly prepare?: () => Promise<void>;
  /** All of its environment, but for PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whom it runs as; undefined: as ourselves. */
  readonly account?: Account | undefined;
  readonly stop: NotedProcess['stop'];
  /** Asked until it says true; what it throws means no. */
  readonly isReady: (start: { readonly logged: () => Promise<string> }) => Promise<boolean>;
  readonly readyWithinMs: number;
  /** Ends a start that is under way; nothing stays behind. */
  readonly signal?: AbortSignal | undefined;
}

// A server that takes a question and does not answer it is not ready.
const READY_ANSWER_MS = 5_000;

/** Starts a daemon: it outlives this process, and a run file says how it is found again. */
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
      // Asked last: whoever answers at its port may be somebody else.
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

  /** Node hears of the end of a child a moment after it is gone. */
  async #hasBeenReaped(): Promise<void> {
    // The child alone, being let go, would not keep us running until its event comes.
    while (this.isRunning) await delay(5);
  }

  async #spawn(log: number, handed: number | undefined): Promise<void> {
    const { command, args, env, account, signal, stop } = this.#plan;
    signal?.throwIfAborted();
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(command, args, {
      // Whatever account it runs as, it may go there.
      cwd: '/',
      ...account,
      env: { PATH, HOME, ...env },
      // A process group of its own: Ctrl-C reaches us alone.
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
      // Whoever stops or kills goes by that file. Until Node has heard of its end the group is ours.
      if (this.isRunning) process.kill(-this.pid, 'SIGKILL');
      await this.#hasBeenReaped();
      throw error;
    }
  }

  async #isReady(): Promise<boolean> {
    const asked = this.#plan.isReady({ logged: () => this.#logged() }).catch(() => false);
    return Promise.race([asked, delay(READY_ANSWER_MS, false, { ref: false })]);
  }

  /** What it has said since its last start. */
  async #logged(): Promise<string> {
    return (await readFile(this.#logFile)).subarray(this.#logBegin).toString();
  }

  async #lastWords(): Promise<string> {
    return (await this.#logged()).trim().split('\n').slice(-15).join('\n');
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Whether a health page answers, soon, that all is well. @param caFile of a server with a CA of its own. */
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
 * Waits for all of them, also where one fails: nothing goes on behind our back.
 *
 * @throws what the first one threw
 */
export async function allOrError<const T extends readonly unknown[]>(
  running: T,
): Promise<{ -readonly [N in keyof T]: Awaited<T[N]> }> {
  await Promise.allSettled(running);
  return Promise.all(running);
}
