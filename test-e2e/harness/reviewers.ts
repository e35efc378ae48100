import { setTimeout as pause } from 'node:timers/promises';

import { type EventReader, readEvents } from '@output-review/runtime/testing';

import type { Answer, Client } from './client.ts';
import { search } from './outputs.ts';
import { joinAs } from './people.ts';
import type { System } from './system.ts';

/** A person who clears a queue by the same calls as the page. */
export interface Reviewer {
  readonly email: string;
  readonly client: Client;
  /** The headers of the session. */
  readonly headers: Readonly<Record<string, string>>;
}

export async function addReviewers(
  system: System,
  admin: Client,
  count: number,
): Promise<readonly Reviewer[]> {
  const reviewers: Reviewer[] = [];
  for (let n = 0; n < count; n += 1) {
    reviewers.push(await joinAs(system, 'reviewer', admin));
  }
  return reviewers;
}

/** One measured call of a reviewer. */
export interface Timed {
  readonly call: 'claim' | 'decide';
  readonly status: number;
  readonly ms: number;
}

export interface ClearedQueue {
  /** The decisions made, by reviewer. */
  readonly decided: readonly { readonly id: string; readonly by: string }[];
  readonly calls: readonly Timed[];
}

export interface Queue {
  readonly url: string;
  /** The waiting outputs, in the order of the page. */
  readonly ids: readonly string[];
  /** Whether reviewers claim outputs. Without claims, each has a separate part of the queue. */
  readonly claims: boolean;
  /** Average time that a reviewer looks at an output. */
  readonly lookMs: number;
}

/**
 * Lets all reviewers clear a queue concurrently. With claims, each starts at a different place of the list, as with
 * separate filters or sort orders, and continues with the next unclaimed output until the end.
 */
export async function clearQueue(
  reviewers: readonly Reviewer[],
  { url, ids, claims, lookMs }: Queue,
): Promise<ClearedQueue> {
  const calls: Timed[] = [];
  const decided: { readonly id: string; readonly by: string }[] = [];
  const taken = await followTaken(url, reviewers[0]);
  const timed = async (call: Timed['call'], asked: Promise<Answer>): Promise<number> => {
    const begun = performance.now();
    const { status } = await asked;
    calls.push({ call, status, ms: performance.now() - begun });
    return status;
  };
  const review = async ({ client, email }: Reviewer, id: string): Promise<void> => {
    const path = `/api/logs/${id}`;
    if (claims && (await timed('claim', client.post(`${path}/claim`))) !== 200) return;
    await pause(lookMs * (0.5 + Math.random()));
    const decision = client.patch(`${path}/decision`, { decision: 'approved' });
    if ((await timed('decide', decision)) === 200) decided.push({ id, by: email });
  };
  await Promise.all(
    reviewers.map(async (reviewer, n) => {
      // Reviewers do not start at the same instant.
      await pause((n * lookMs) / reviewers.length);
      const begin = Math.floor((n * ids.length) / reviewers.length);
      const end = Math.floor(((n + 1) * ids.length) / reviewers.length);
      const all = [...ids.slice(begin), ...ids.slice(0, begin)];
      for (const id of claims ? all : ids.slice(begin, end)) {
        if (!taken.has(id)) await review(reviewer, id);
      }
    }),
  );
  taken.close();
  return { decided, calls };
}

/** Tracks claimed and decided outputs by the event stream, as every page does. */
async function followTaken(url: string, follower: Reviewer | undefined) {
  const reader: EventReader = await readEvents(`${url}/api/events`, { ...follower?.headers });
  let read = 0;
  const taken = new Set<unknown>();
  return {
    has: (id: string): boolean => {
      for (const { event, data } of reader.events.slice(read)) {
        if (event === 'released') taken.delete(data['id']);
        else taken.add(data['id']);
      }
      read = reader.events.length;
      return taken.has(id);
    },
    close: () => reader.close(),
  };
}

/** The IDs of all waiting outputs of a project, oldest first. */
export async function waitingIn(client: Client, project: string): Promise<readonly string[]> {
  const ids: string[] = [];
  const query = { pending: 'true', project, fields: 'id', sortDir: 'asc', limit: '100' };
  for (let cursor: Record<string, string> = {}; ;) {
    const { executions, nextCursor } = await search(client, { ...query, ...cursor });
    ids.push(...(executions as { readonly id: string }[]).map(({ id }) => id));
    if (nextCursor === null) return ids;
    cursor = { cursor: nextCursor as string };
  }
}
