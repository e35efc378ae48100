import { createHash } from 'node:crypto';

import { AppError } from '@output-review/errors';

import { type ApartTask, GaveWay } from '../engine/apply-rules.ts';
import type { ExactRule } from '../engine/compile-rule.ts';
import type { PatternEngineName } from '../engine/make-rule-tools.ts';
import type { RuleResult } from '../engine/rule-types/rule-type.ts';
import type { RuleValue } from '../engine/rule.ts';
import type { SettledRule } from '../engine/evaluate-inline.ts';
import { CallPool } from './call-pool.ts';
import type { SettledRules } from './protocol.ts';
import { type Ending, RuleProcess } from './rule-process.ts';

export interface RuleProcessesOptions {
  readonly engine: PatternEngineName;
  readonly deadlineMs?: number;
  /** Told how each request ended; `busy` where none of them was free in time. */
  readonly onEnded?: (ending: Ending | 'busy') => void;
}

const PROCESSES_MAX = 2;
// Honest rules on the greatest outputs take a second; who waits for an answer waits up to 25.
const DEADLINE_MS = 5_000;
const WAIT_MS_MAX = 15_000;
// A process has 50 MB, so it goes when nobody has asked for a while.
const IDLE_MS_MAX = 60_000;

const NEVER = new AbortController().signal;
const STOPPING = 'The service is being stopped';

/**
 * Settles rules in processes of their own, for checks that might hold the thread for long. Their
 * turn is fair between workspaces. Whatever becomes of a process: a rule that it has not settled is
 * outcome `error`, never passed.
 */
export class RuleProcesses {
  readonly #options: RuleProcessesOptions;
  readonly #pool = new CallPool({ callsMax: PROCESSES_MAX });
  readonly #idle: RuleProcess[] = [];
  readonly #all = new Set<RuleProcess>();
  readonly #keys = new WeakMap<readonly ExactRule[], string>();
  /** The one that works for rules in shadow. */
  #shadow: RuleProcess | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: RuleProcessesOptions) {
    this.#options = options;
  }

  async settle({
    workspaceId,
    rules,
    signal,
    isShadow = false,
    ...given
  }: ApartTask): Promise<readonly SettledRule[]> {
    const settled: (SettledRule | undefined)[] = [];
    const key = this.#keyOf(rules);
    const request = { key, rules: rules.map(({ rule }) => rule), ...given };
    const work = (one: RuleProcess): Promise<Ending> =>
      one.settle(request, (shares) => {
        for (const share of shares) addSettled(share, settled);
      });
    const ending = await (isShadow
      ? this.#behindOthers(workspaceId, work)
      : this.#inTurn({ workspaceId, signal }, work));
    this.#options.onEnded?.(ending);
    const unsettled = unsettledBy(ending, this.#options.deadlineMs ?? DEADLINE_MS);
    return rules.map(({ rule }, place) => settled[place] ?? unsettled(rule.name));
  }

  /** As `RuleEngine.findValueFault`. */
  async findValueFault(workspaceId: string, value: RuleValue): Promise<string | null> {
    let fault: string | null = null;
    const ending = await this.#inTurn({ workspaceId }, (one) =>
      one.check(value, (found) => (fault = found)),
    );
    if (ending === 'done') return fault;
    if (ending === 'deadline') return 'Must be smaller: checking it takes too long.';
    throw new AppError('UNAVAILABLE', 'The value could not be checked. Try again.', {
      retryAfterSeconds: 1,
    });
  }

  /**
   * Takes a place that nobody else wants, and loses it to whoever comes.
   *
   * @throws GaveWay
   */
  async #behindOthers(
    workspaceId: string,
    work: (one: RuleProcess) => Promise<Ending>,
  ): Promise<Ending> {
    if (this.#shadow || this.#isFull) throw new GaveWay();
    return this.#pool.run(workspaceId, NEVER, async () => {
      const one = this.#take();
      this.#shadow = one;
      const ending = await work(one);
      const hasGivenWay = this.#shadow !== one;
      this.#giveBack(one);
      if (hasGivenWay) throw new GaveWay();
      this.#shadow = null;
      if (this.#isClosed && ending === 'ended') throw new Error(STOPPING);
      return ending;
    });
  }

  get #isFull(): boolean {
    return this.#pool.load.running >= PROCESSES_MAX;
  }

  /** `busy` where its turn did not come in time. */
  async #inTurn(
    {
      workspaceId,
      signal,
    }: { readonly workspaceId: string; readonly signal?: AbortSignal | undefined },
    work: (one: RuleProcess) => Promise<Ending>,
  ): Promise<Ending | 'busy'> {
    if (this.#shadow && this.#isFull) {
      void this.#shadow.end();
      this.#shadow = null;
    }
    const waiting = signal ?? AbortSignal.timeout(WAIT_MS_MAX);
    let ending: Ending | 'busy' = 'busy';
    try {
      ending = await this.#pool.run(workspaceId, waiting, async () => {
        const one = this.#takeWhereThereIsRoom();
        if (!one) return 'ended';
        const ended = await work(one);
        this.#giveBack(one);
        return ended;
      });
    } catch (error) {
      // It may be that its turn did not come.
      if (signal || !waiting.aborted) throw error;
    }
    // Not an outcome: whoever comes next evaluates the output.
    if (this.#isClosed && ending === 'ended') throw new Error(STOPPING);
    return ending;
  }

  /** Ends all of them, and what they do. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await Promise.all([...this.#all].map((one) => one.end()));
  }

  #take(): RuleProcess {
    if (this.#isClosed) throw new Error(STOPPING);
    clearTimeout(this.#idleTimer);
    const idle = this.#idle.pop();
    if (idle?.isAlive) return idle;
    if (idle) this.#all.delete(idle);
    const { engine, deadlineMs = DEADLINE_MS } = this.#options;
    const one = new RuleProcess({ engine, deadlineMs });
    this.#all.add(one);
    return one;
  }

  /** Null where the system has no room for another process. */
  #takeWhereThereIsRoom(): RuleProcess | null {
    try {
      return this.#take();
    } catch (error) {
      if (this.#isClosed) throw error;
      return null;
    }
  }

  #giveBack(one: RuleProcess): void {
    if (!one.isUsable) {
      this.#all.delete(one);
      void one.end();
      return;
    }
    one.rest();
    this.#idle.push(one);
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#endIdle(), IDLE_MS_MAX).unref();
  }

  #endIdle(): void {
    for (const one of this.#idle.splice(0)) {
      this.#all.delete(one);
      void one.end();
    }
  }

  /** By what the rules are, so that workspaces with the same ones share what a process has made of them. */
  #keyOf(rules: readonly ExactRule[]): string {
    const known = this.#keys.get(rules);
    if (known !== undefined) return known;
    const written = rules.map(({ rule: { name, type, value } }) => [name, type, value]);
    const key = createHash('sha256').update(JSON.stringify(written)).digest('base64');
    this.#keys.set(rules, key);
    return key;
  }
}

const PASSED_APART = { outcome: 'passed', summary: null } as const;

function addSettled(
  { places, latenciesMs, endings }: SettledRules,
  settled: (SettledRule | undefined)[],
): void {
  places.forEach((place, index) => {
    const settlement: RuleResult | undefined =
      endings[index] === null ? PASSED_APART : endings[index];
    if (settlement) settled[place] = { settlement, latencyMs: latenciesMs[index] ?? 0 };
  });
}

function unsettledBy(ending: Ending | 'busy', deadlineMs: number): (name: string) => SettledRule {
  const reason = {
    // A process that is done has told of all rules.
    done: 'the checking process returned no result for it',
    deadline: `checking this output took longer than ${deadlineMs / 1_000} s`,
    ended: 'the checking process ended before it was done',
    busy: 'too many slow checks were running; evaluate the output again',
  }[ending];
  return (name) => ({
    settlement: {
      outcome: 'error',
      summary: `Rule “${name}” could not be applied: ${reason}.`,
    },
    latencyMs: ending === 'deadline' ? deadlineMs : 0,
  });
}
