import { setTimeout as delay } from 'node:timers/promises';

import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { Database, ServiceClient } from '@output-review/runtime';
import { transact } from '@output-review/shared-kernel';

import type { WorkspaceRequest } from '../access/requests.ts';
import { type Context, job } from '../context.ts';
import {
  endClosing,
  findWriters,
  hasUnconfirmed,
  liftMark,
  listAbandoned,
  markClosing,
  markEnded,
  removeEntry,
} from './closings.sql.ts';
import { type Closing, notEmpty, type RegistryEntry } from './projects.pure.ts';
import { countOutputs } from './review.ts';

/**
 * Deletes a project or task that nothing refers to.
 *
 * Marks it as closing while asking the owners of data that may refer to it, so that nothing is added after an owner has
 * answered. Any failure ends the closing, but only for outputs if a service that can close the entry has not answered.
 */
export async function deleteEntry(
  ctx: Context,
  request: WorkspaceRequest,
  entry: RegistryEntry,
): Promise<void> {
  const asked: ServiceClient[] = [];
  let isOpen = false;
  const closing = await ctx.db.transaction((tx) => markClosing(tx, entry));
  try {
    if (await hasOutputs(ctx, entry)) throw notEmpty(entry);
    for (const peer of closersOf(ctx)) {
      asked.push(peer);
      isOpen = true;
      const call = callAbout(ctx, entry);
      const { isEmpty } = await peer.call(INTERNAL_OPERATIONS.closeRegistryEntry, call);
      isOpen = false;
      if (!isEmpty) throw notEmpty(entry);
    }
    const by = { origin: request, at: ctx.clock.now() };
    if (await transact(ctx, (tx) => removeEntry(tx, closing, by))) return;
    throw new AppError('UNAVAILABLE', 'The deletion took too long. Try again.');
  } catch (error) {
    await giveUp(ctx, closing, { asked, isOpen }).catch(() => {});
    throw error;
  }
}

/** The services that refer to projects and tasks, and refuse those that they have closed until they are reopened. */
function closersOf({ evaluator, instructions }: Context): readonly ServiceClient[] {
  return [evaluator, instructions];
}

// A person waits for these calls.
const TIMEOUT_MS = 5_000;

function callAbout({ assertion }: Context, { workspaceId, kind, id }: RegistryEntry) {
  return { body: { workspaceId, kind, id }, assertion, timeoutMs: TIMEOUT_MS };
}

/**
 * The gateway comes before review, because an output that has left the one is counted by the other. Review has only
 * outputs that the gateway accepted, so the mark on the project suffices for both.
 */
async function hasOutputs(ctx: Context, entry: RegistryEntry): Promise<boolean> {
  await awaitWriters(ctx.db);
  if (await hasUnconfirmed(ctx.db, entry)) return true;
  const counts = await countOutputs(ctx, entry.workspaceId);
  return (entry.kind === 'project' ? counts.ofProject(entry.id) : counts.ofTask(entry.id)) > 0;
}

// Many times what a shared insert takes.
const WRITERS_MS_MAX = 2_000;
const WRITERS_POLL_MS = 10;

/**
 * Waits for all statements that write submissions now, because they may not see a mark that was just set. Later ones
 * do. Takes no lock, unlike a wait for the table: that would hold up the submissions of all workspaces behind a VACUUM,
 * and a deletion would fail while an index is built.
 */
async function awaitWriters(db: Database): Promise<void> {
  const untilMs = performance.now() + WRITERS_MS_MAX;
  let writers = await findWriters(db);
  while (writers.length > 0) {
    if (performance.now() > untilMs) {
      throw new AppError('UNAVAILABLE', 'Submissions are being stored too slowly. Try again.');
    }
    await delay(WRITERS_POLL_MS);
    writers = await findWriters(db, writers);
  }
}

interface Asked {
  /** The services that can close the entry and were asked. */
  readonly asked: readonly ServiceClient[];
  /** Whether one of them has not answered. */
  readonly isOpen: boolean;
}

/**
 * Reopens the entry only at the services that were asked, because the others may be down. A service that has not
 * answered may still close the entry after a reopening. A mark that is not lifted here counts as abandoned after a
 * minute and is lifted then.
 */
async function giveUp(ctx: Context, closing: Closing, { asked, isOpen }: Asked): Promise<void> {
  let mark: Closing | null = (await endClosing(ctx.db, closing)) ? closing : null;
  // The mark was lifted while this process stood still. Services that it asked after that have closed the entry.
  if (!mark && asked.length > 0) mark = await markEnded(ctx.db, closing.entry);
  if (mark && !isOpen) await reopen(ctx, asked, mark);
}

export const liftAbandonedClosings = job({
  name: 'lift abandoned closings',
  // A mark counts as abandoned after a minute. Until the next run its project accepts nothing.
  everyMs: 15_000,
  run: liftAbandoned,
});

/** Lifts the marks of gateways that were killed during a deletion. */
async function liftAbandoned(ctx: Context): Promise<void> {
  for (const closing of await listAbandoned(ctx.db)) {
    await liftClosing(ctx, closing).catch((error: unknown) => {
      ctx.log.warn({ err: error, entry: closing.entry }, 'abandoned closing not lifted yet');
    });
  }
}

/**
 * Does nothing if the closing is over: the entry is gone, or another closing is in progress.
 *
 * Accepts outputs again immediately, because no service refuses them. For everything else the services come first: a
 * service that still refuses an entry that all others accept is the worse state.
 */
async function liftClosing(ctx: Context, closing: Closing): Promise<void> {
  if (await endClosing(ctx.db, closing)) await reopen(ctx, closersOf(ctx), closing);
}

async function reopen(
  ctx: Context,
  peers: readonly ServiceClient[],
  closing: Closing,
): Promise<void> {
  for (const peer of peers) {
    await peer.call(INTERNAL_OPERATIONS.reopenRegistryEntry, callAbout(ctx, closing.entry));
  }
  await liftMark(ctx.db, closing);
}
