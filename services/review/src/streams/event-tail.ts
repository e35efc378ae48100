import type { SqlClient } from '@output-review/runtime';

import { findEdge, readAfter } from './events.sql.ts';
import type { Happened, Position } from './position.pure.ts';

/** A subscriber to the events of a workspace, or of all workspaces. */
export interface Follower {
  /** Null for all workspaces. */
  readonly workspaceId: string | null;
  /** Receives events in the order of the log. Must not throw. */
  take(events: readonly Happened[]): void;
}

/**
 * Reads the log for all followers of this process: one statement per turn, whatever their number, and none without
 * followers.
 *
 * Only `turn` moves the edge, and a follower is added between two turns. So each gets exactly the events after the edge
 * of that moment.
 */
export class EventTail {
  readonly #db: SqlClient;
  readonly #followers = new Map<string | null, Set<Follower>>();
  /** Null without followers. */
  #edge: Position | null = null;
  #beginning: Promise<Position> | null = null;
  #joining = 0;

  constructor(db: SqlClient) {
    this.#db = db;
  }

  /** The position up to which all followers were notified, null without followers. */
  get edge(): Position | null {
    return this.#edge;
  }

  /** @returns the position after which the follower gets all events. */
  async follow(follower: Follower): Promise<Position> {
    this.#joining += 1;
    try {
      await this.#begin();
    } finally {
      this.#joining -= 1;
    }
    // Another turn may have moved the edge meanwhile.
    const edge = this.#edge;
    if (!edge) throw new Error('The event tail lost its position while a follower joined');
    const { workspaceId } = follower;
    const others = this.#followers.get(workspaceId);
    if (others) others.add(follower);
    else this.#followers.set(workspaceId, new Set([follower]));
    return edge;
  }

  leave(follower: Follower): void {
    const { workspaceId } = follower;
    const followers = this.#followers.get(workspaceId);
    followers?.delete(follower);
    if (followers?.size === 0) this.#followers.delete(workspaceId);
  }

  /** Sends followers the events since the last turn. */
  async turn(signal: AbortSignal): Promise<void> {
    if (this.#followers.size === 0 && this.#joining === 0) {
      this.#edge = null;
      return;
    }
    let from = this.#edge ?? (await this.#begin());
    for (let isFull = true; isFull && !signal.aborted;) {
      const page = await readAfter(this.#db, from);
      ({ edge: from, isFull } = page);
      this.#edge = from;
      this.#notify(page.events);
    }
  }

  #begin(): Promise<Position> {
    if (this.#edge) return Promise.resolve(this.#edge);
    this.#beginning ??= findEdge(this.#db)
      .then((edge) => (this.#edge = edge))
      .finally(() => (this.#beginning = null));
    return this.#beginning;
  }

  #notify(events: readonly Happened[]): void {
    if (events.length === 0) return;
    for (const follower of this.#followers.get(null) ?? []) follower.take(events);
    for (const [workspaceId, ofWorkspace] of byWorkspace(events)) {
      for (const follower of this.#followers.get(workspaceId) ?? []) follower.take(ofWorkspace);
    }
  }
}

function byWorkspace(events: readonly Happened[]): Map<string, Happened[]> {
  const grouped = new Map<string, Happened[]>();
  for (const event of events) {
    const others = grouped.get(event.workspaceId);
    if (others) others.push(event);
    else grouped.set(event.workspaceId, [event]);
  }
  return grouped;
}
