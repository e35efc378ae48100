import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { BoundedCache } from '../engine/bounded-cache.ts';
import type { PatternEngineName } from '../engine/make-rule-tools.ts';
import type {
  CheckRequest,
  ProcessMessage,
  ProcessRequest,
  SettledRules,
  SettleRequest,
} from './protocol.ts';

/** How a request ended. Rules that no message reported are not settled. */
export type Ending = 'done' | 'deadline' | 'ended';

export interface RuleProcessOptions {
  readonly engine: PatternEngineName;
  /** Time from sending a request until the process is killed for it. */
  readonly deadlineMs: number;
}

export interface Request extends Omit<SettleRequest, 'kind' | 'id' | 'rules'> {
  readonly rules: NonNullable<SettleRequest['rules']>;
}

interface Conversation {
  readonly begin: (id: number) => void;
  /** Receives all messages of the process about this request. */
  readonly onMessage: (message: Exclude<ProcessMessage, { readonly kind: 'ready' }>) => void;
}

// When run from sources, the entry is a source file too.
const HERE = fileURLToPath(import.meta.url);
const ENTRY = fileURLToPath(new URL(`main${extname(HERE)}`, import.meta.url));

// The service may run with a larger young generation, which here would be most of the memory.
const HEAP_FLAGS = ['--max-old-space-size=256', '--max-semi-space-size=16'];
// Limit for all its memory. A process above it, for example after large outputs, is replaced once it has answered.
const BYTES_MAX = 192 * 1024 * 1024;
const KNOWN_MAX = 1_000;
// On a busy machine, a process takes a while to load.
const START_MS_MAX = 20_000;

/** A process that settles rules and checks values, one request at a time. It can be killed at any point. */
export class RuleProcess {
  readonly #child: ChildProcess;
  readonly #deadlineMs: number;
  /** Keys of the rules that it was sent. It reports those that it no longer has; those evicted here are sent again. */
  readonly #known = new BoundedCache<true>(KNOWN_MAX);
  readonly #ready: Promise<boolean>;
  #requests = 0;
  /** Receives messages of the process, and null when it has ended. */
  #listener: (message: ProcessMessage | null) => void = () => undefined;
  #isAlive = true;
  #isTooLarge = false;

  constructor({ engine, deadlineMs }: RuleProcessOptions) {
    this.#deadlineMs = deadlineMs;
    this.#child = fork(ENTRY, [engine], {
      serialization: 'advanced',
      execArgv: [...process.execArgv, ...HEAP_FLAGS],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message) => this.#listener(message as ProcessMessage));
    const end = (): void => {
      this.#isAlive = false;
      this.#listener(null);
    };
    this.#child.on('exit', end);
    this.#child.on('error', end);
    this.#ready = this.#awaitReady();
    this.rest();
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Whether it may get another request. */
  get isUsable(): boolean {
    return this.#isAlive && !this.#isTooLarge;
  }

  /** @param onSettled receives rules as they are settled */
  settle(
    { rules, ...asked }: Request,
    onSettled: (rules: readonly SettledRules[]) => void,
  ): Promise<Ending> {
    const send = (id: number, isKnown: boolean): void => {
      this.#known.add(asked.key, true, () => 1);
      this.#send({ kind: 'settle', ...asked, id, rules: isKnown ? null : rules });
    };
    return this.#request({
      begin: (id) => send(id, this.#known.get(asked.key) ?? false),
      onMessage: (message) => {
        if (message.kind === 'unknown') send(message.id, false);
        else if (message.kind === 'settled' || message.kind === 'done') onSettled(message.rules);
      },
    });
  }

  /** @param onChecked receives what a valid value would be, null if the value is valid */
  check(
    value: Omit<CheckRequest, 'kind' | 'id'>,
    onChecked: (fault: string | null) => void,
  ): Promise<Ending> {
    return this.#request({
      begin: (id) => this.#send({ kind: 'check', ...value, id }),
      onMessage: (message) => {
        if (message.kind === 'checked') onChecked(message.fault);
      },
    });
  }

  /** Unreferences the idle process, so that it does not keep our own alive. */
  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Resolves when it has ended. */
  async end(): Promise<void> {
    if (!this.#isAlive) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.ref();
    this.#kill();
    await ended;
  }

  async #request({ begin, onMessage }: Conversation): Promise<Ending> {
    this.#child.ref();
    this.#child.channel?.ref();
    if (!(await this.#ready)) return this.#ended('ended');
    const id = (this.#requests += 1);
    const ending = this.#listen<Ending>(
      { timeoutMs: this.#deadlineMs, late: 'deadline' },
      (message) => {
        if (message === null) return 'ended';
        if (message.kind === 'ready' || message.id !== id) return null;
        onMessage(message);
        if (message.kind !== 'done' && message.kind !== 'checked') return null;
        this.#isTooLarge = message.bytes > BYTES_MAX;
        return 'done';
      },
    );
    begin(id);
    return this.#ended(await ending);
  }

  #send(request: ProcessRequest): void {
    // If sending fails, the process has ended, and its exit event reports that.
    this.#child.send(request, () => undefined);
  }

  #awaitReady(): Promise<boolean> {
    return this.#listen<boolean>({ timeoutMs: START_MS_MAX, late: false }, (message) =>
      message === null ? false : message.kind === 'ready' || null,
    );
  }

  /** Receives messages until one of them, or a timeout, decides; null means no decision. */
  #listen<T>(
    { timeoutMs, late }: { readonly timeoutMs: number; readonly late: T },
    onMessage: (message: ProcessMessage | null) => T | null,
  ): Promise<T> {
    return new Promise((resolve) => {
      const decide = (decision: T): void => {
        clearTimeout(timer);
        this.#listener = () => undefined;
        resolve(decision);
      };
      const timer = setTimeout(() => decide(late), timeoutMs);
      this.#listener = (message) => {
        const decision = onMessage(message);
        if (decision !== null) decide(decision);
      };
      if (!this.#isAlive) this.#listener(null);
    });
  }

  /** Kills the process after any request that is not done, since it cannot take another one. */
  #ended(ending: Ending): Ending {
    if (ending !== 'done') this.#kill();
    return ending;
  }

  /** Uses SIGKILL, which always works: the process may be in a loop of native code. */
  #kill(): void {
    this.#isAlive = false;
    this.#child.kill('SIGKILL');
  }
}
