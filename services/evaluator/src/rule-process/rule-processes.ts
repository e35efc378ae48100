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
  /** Called with the ending of each request; `busy` if none of the processes was free in time. */
  readonly onEnded?: (ending: Ending | 'busy') => void;
}

const PROCESSES_MAX = 2;
// Legitimate rules on the largest outputs take a second. Callers wait for up to 25 s.
const DEADLINE_MS = 5_000;
const WAIT_MS_MAX = 15_000;
// A process takes 50 MB, so it is ended after a while without requests.
const IDLE_MS_MAX = 60_000;

const NEVER = new AbortController().signal;
const STOPPING = 'The service is being stopped';

/**
 * Settles rules in processes of their own, for checks that might block the thread for long. Workspaces take turns.
 * Whatever happens to a process, a rule that it has not settled ends as `error` and never passes.
 */
export class RuleProcesses {
  readonly #options: RuleProcessesOptions;
  readonly #pool = new CallPool({ callsMax: PROCESSES_MAX });
  readonly #idle: RuleProcess[] = [];
  readonly #all = new Set<RuleProcess>();
  readonly #keys = new WeakMap<readonly ExactRule[], string>();
  /** The process that runs shadow rules. */
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
      ? this.#atLowestPriority(workspaceId, work)
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
   * Takes a slot that no other work needs, and gives it up when other work arrives.
   *
   * @throws GaveWay
   */
  async #atLowestPriority(
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

  /** `busy` if it got no turn in time. */
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
        const one = this.#takeIfPossible();
        if (!one) return 'ended';
        const ended = await work(one);
        this.#giveBack(one);
        return ended;
      });
    } catch (error) {
      // A timeout means that it got no turn.
      if (signal || !waiting.aborted) throw error;
    }
    // Not an outcome: another replica will evaluate the output.
    if (this.#isClosed && ending === 'ended') throw new Error(STOPPING);
    return ending;
  }

  /** Ends all processes and their work. */
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

  /** Null if the system cannot start another process. */
  #takeIfPossible(): RuleProcess | null {
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

  /** A key by content, so that workspaces with the same rules share their compiled form in a process. */
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
    // A process that is done has reported all rules.
    done: 'the checking process returned no result for it',
    deadline: `the slow checks of this output took longer than ${deadlineMs / 1_000} s`,
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
