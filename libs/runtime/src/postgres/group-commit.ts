import { outsideTraces } from '../base/traceparent.ts';
import { isDeadlock, isTransientError } from './transient-errors.ts';

/** What a group needs to know of a member. */
export interface GroupMember {
  /** Two members that share one of these never stand in one group. */
  readonly uniqueKeys: readonly string[];
  readonly bytes: number;
}

export interface GroupCommitOptions<M extends GroupMember, R extends object | null> {
  /**
   * Commits all of a group, or nothing of it; answers in the order of its members. What fails for a
   * group, and not because of an outage, is tried again with each member by itself.
   */
  readonly commit: (group: readonly M[]) => Promise<readonly R[]>;
  /** A clock that only goes forward, in milliseconds. */
  readonly readMs: () => number;
}

// Four commits at once keep PostgreSQL busy while groups still grow: with one the disk's latency
// is waited for, with many the groups are small (measured: 17,000 inserts/s with four).
const COMMITS_AT_ONCE_MAX = 4;
const GROUP_MEMBERS_MAX = 500;
// So many begin beside a commit that is under way; fewer wait until it ends, or for so long. A commit of few
// costs PostgreSQL and the disk nearly what a commit of many does.
const BESIDE_MIN = 16;
const BESIDE_AFTER_MS = 5;
// The budget of every batch in the flow. While so much is under way no other group begins: a commit
// holds its bodies as texts, as parameters and as what is sent.
const GROUP_BYTES_MAX = 8 * 1024 * 1024;

// Whoever has waited for so long behind a commit that met an outage hears of it with that commit: a try of
// its own could take as long again. Who has just come tries for itself, since it may have been one connection.
const WAIT_BEHIND_OUTAGE_MS_MAX = 2_000;

/**
 * Lets what arrives while commits are under way share the next one. A lone member, and whoever sends one
 * after the other, is committed at once; the more load there is, the larger the groups.
 */
export class GroupCommit<M extends GroupMember, R extends object | null> {
  readonly #commit: GroupCommitOptions<M, R>['commit'];
  readonly #readMs: () => number;
  #waiting: Waiter<M, R>[] = [];
  #underWay = 0;
  #bytesUnderWay = 0;
  #isScheduled = false;
  #gathering: NodeJS.Timeout | undefined;

  constructor({ commit, readMs }: GroupCommitOptions<M, R>) {
    this.#commit = commit;
    this.#readMs = readMs;
  }

  /** Resolves when the member's group is committed, with its own result. */
  add(member: M): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ member, sinceMs: this.#readMs(), resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#underWay === 0 || this.#waiting.length >= BESIDE_MIN) this.#scheduleNow();
    else this.#gathering ??= setTimeout(() => this.#scheduleNow(), BESIDE_AFTER_MS);
  }

  // What arrives in one turn of the event loop goes together.
  #scheduleNow(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (this.#isScheduled || this.#underWay >= COMMITS_AT_ONCE_MAX) return;
    if (this.#bytesUnderWay >= GROUP_BYTES_MAX) return;
    this.#isScheduled = true;
    // A group is nobody's alone, and its commit is not part of the request that came first.
    outsideTraces(() => setImmediate(() => this.#commitNext()));
  }

  #commitNext(): void {
    this.#isScheduled = false;
    if (this.#waiting.length === 0) return;
    void this.#commitGroup(this.#takeGroup());
    if (this.#waiting.length > 0) this.#schedule();
  }

  async #commitGroup(group: readonly Waiter<M, R>[]): Promise<void> {
    const bytes = group.reduce((sum, { member }) => sum + member.bytes, 0);
    this.#underWay += 1;
    this.#bytesUnderWay += bytes;
    try {
      const results = await this.#commitOrEach(group.map((waiter) => waiter.member));
      group.forEach((waiter, index) => {
        settle(waiter, results[index]);
      });
    } catch (error) {
      for (const waiter of group) waiter.reject(error);
      if (isTransientError(error)) this.#giveUpWaiting(error);
    } finally {
      this.#underWay -= 1;
      this.#bytesUnderWay -= bytes;
      if (this.#waiting.length > 0) this.#scheduleNow();
    }
  }

  async #commitOrEach(group: readonly M[]): Promise<readonly PromiseSettledResult<R>[]> {
    try {
      const results = await this.#commit(group);
      return results.map((value) => ({ status: 'fulfilled', value }));
    } catch (error) {
      if ((isTransientError(error) && !isDeadlock(error)) || group.length === 1) throw error;
      // One member's bad row never fails another's. Nor do keys that two groups hold crosswise: rows
      // by themselves wait for each other in no circle.
      return Promise.allSettled(group.map(async (member) => first(await this.#commit([member]))));
    }
  }

  #giveUpWaiting(outage: unknown): void {
    const latestMs = this.#readMs() - WAIT_BEHIND_OUTAGE_MS_MAX;
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ sinceMs }) => sinceMs > latestMs);
    for (const { sinceMs, reject } of waiting) if (sinceMs <= latestMs) reject(outage);
  }

  #takeGroup(): readonly Waiter<M, R>[] {
    const taken: Waiter<M, R>[] = [];
    const left: Waiter<M, R>[] = [];
    const keys = new Set<string>();
    let bytes = 0;
    for (const waiter of this.#waiting) {
      const { member } = waiter;
      const isFull = taken.length >= GROUP_MEMBERS_MAX || bytes + member.bytes > GROUP_BYTES_MAX;
      const clashes = member.uniqueKeys.some((key) => keys.has(key));
      if ((isFull && taken.length > 0) || clashes) {
        left.push(waiter);
        continue;
      }
      taken.push(waiter);
      bytes += member.bytes;
      for (const key of member.uniqueKeys) keys.add(key);
    }
    this.#waiting = left;
    return taken;
  }
}

interface Waiter<M, R> {
  readonly member: M;
  readonly sinceMs: number;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

function settle<M, R>(waiter: Waiter<M, R>, result: PromiseSettledResult<R> | undefined): void {
  if (result?.status === 'fulfilled') waiter.resolve(result.value);
  else waiter.reject(result?.reason ?? new Error('A group commit left a member without a result'));
}

function first<R>(results: readonly R[]): R {
  const [result] = results;
  if (result === undefined) throw new Error('A group commit left a member without a result');
  return result;
}
