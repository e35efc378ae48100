import { outsideTraces } from '../base/traceparent.ts';
import { isDeadlock, isTransientError } from './transient-errors.ts';

/** The properties of a member that grouping needs. */
export interface GroupMember {
  /** Two members that share a key are never in the same group. */
  readonly uniqueKeys: readonly string[];
  readonly bytes: number;
}

/**
 * Commits the whole group or nothing. Returns results in the order of the members. If a group fails for another reason
 * than an outage, each member is retried alone.
 */
type CommitGroup<M, R> = (group: readonly M[]) => Promise<readonly R[]>;

// Four concurrent commits keep PostgreSQL busy while groups still grow. With one, each waits for the disk's latency.
// With many, groups are small (measured: 17,000 inserts/s with four).
const COMMITS_AT_ONCE_MAX = 4;
const GROUP_MEMBERS_MAX = 500;
// This many members start beside a commit in flight. Fewer wait for its end, or for this long. A commit of few members
// costs PostgreSQL and the disk almost as much as one of many.
const BESIDE_MIN = 16;
const BESIDE_AFTER_MS = 5;
// The byte budget of every batch. While this much is in flight no other group starts: a commit holds its bodies as
// text, as parameters and as network data.
const GROUP_BYTES_MAX = 8 * 1024 * 1024;

// A member that has waited this long behind a commit that fails with an outage fails with it, since its own attempt
// could take as long again. A recent member is tried, since the failure may affect only one connection.
const WAIT_BEHIND_OUTAGE_MS_MAX = 2_000;

/**
 * Groups members that arrive while commits are in flight into the next commit. A single member, or sequential members,
 * are committed immediately. Groups grow with the load.
 */
export class GroupCommit<M extends GroupMember, R extends object | null> {
  readonly #commit: CommitGroup<M, R>;
  readonly #readMs: () => number;
  #waiting: Waiter<M, R>[] = [];
  #underWay = 0;
  #bytesUnderWay = 0;
  #isScheduled = false;
  #gathering: NodeJS.Timeout | undefined;

  /** @param readMs a monotonic clock, in milliseconds. */
  constructor(commit: CommitGroup<M, R>, readMs: () => number = () => performance.now()) {
    this.#commit = commit;
    this.#readMs = readMs;
  }

  /** Resolves with the member's own result when its group is committed. */
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

  // Members of one turn of the event loop go together.
  #scheduleNow(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (this.#isScheduled || this.#underWay >= COMMITS_AT_ONCE_MAX) return;
    if (this.#bytesUnderWay >= GROUP_BYTES_MAX) return;
    this.#isScheduled = true;
    // A group is shared, so its commit must not be part of the first request's trace.
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
      if (isTransientError(error)) this.#rejectWaiting(error);
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
      // One member's bad row must not fail others, nor may a deadlock between groups with common keys: single rows
      // cannot deadlock.
      return Promise.allSettled(group.map(async (member) => first(await this.#commit([member]))));
    }
  }

  #rejectWaiting(outage: unknown): void {
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
