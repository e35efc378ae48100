import { AppError } from '@output-review/errors';
import type { Database } from '@output-review/runtime';
import { transact } from '@output-review/shared-kernel';

import type { WorkspaceRequest } from '../access/requests.ts';
import { type Context, job } from '../context.ts';
import {
  endClosing,
  liftMark,
  listAbandoned,
  markClosing,
  markEnded,
  removeEntry,
} from './closings.sql.ts';
import { ownersOf, type RegistryOwner } from './owners.ts';
import { type Closing, notEmpty, type RegistryEntry } from './projects.pure.ts';

/**
 * Deletes a project or task that nothing refers to.
 *
 * Marks it as closing while asking the owners, so that nothing is added after an owner has answered. Any failure ends
 * the closing, but only for outputs if an owner that can close the entry has not answered.
 */
export async function deleteEntry(
  ctx: Context,
  request: WorkspaceRequest,
  entry: RegistryEntry,
): Promise<void> {
  const owners = ownersOf(ctx);
  const asked: RegistryOwner[] = [];
  let isOpen = false;
  const closing = await ctx.db.transaction((tx) => markClosing(tx, entry));
  try {
    for (const owner of owners) {
      if (owner.reopen) asked.push(owner);
      isOpen = owner.reopen !== undefined;
      const isEmpty = await owner.close(entry);
      isOpen = false;
      if (!isEmpty) throw notEmpty(entry);
    }
    const by = { origin: request, at: ctx.clock.now() };
    if (await transact(ctx, (tx) => removeEntry(tx, closing, by))) return;
    throw new AppError('UNAVAILABLE', 'The deletion took too long. Try again.');
  } catch (error) {
    await giveUp(ctx.db, closing, { asked, isOpen }).catch(() => {});
    throw error;
  }
}

interface Asked {
  /** The owners that can close the entry and were asked. */
  readonly asked: readonly RegistryOwner[];
  /** Whether one of them has not answered. */
  readonly isOpen: boolean;
}

/**
 * Reopens the entry only at the owners that were asked, because the others may be down. An owner that has not answered
 * may still close the entry after a reopening. A mark that is not lifted here counts as abandoned after a minute and is
 * lifted then.
 */
async function giveUp(db: Database, closing: Closing, { asked, isOpen }: Asked): Promise<void> {
  let mark: Closing | null = (await endClosing(db, closing)) ? closing : null;
  // The mark was lifted while this process stood still. Owners that it asked after that have closed the entry.
  if (!mark && asked.length > 0) mark = await markEnded(db, closing.entry);
  if (mark && !isOpen) await reopen(db, asked, mark);
}

export const liftAbandonedClosings = job({
  name: 'lift abandoned closings',
  // A mark counts as abandoned after a minute. Until the next run its project accepts nothing.
  everyMs: 15_000,
  run: liftAbandoned,
});

/** Lifts the marks of gateways that were killed during a deletion. */
async function liftAbandoned(ctx: Context): Promise<void> {
  const owners = ownersOf(ctx);
  for (const closing of await listAbandoned(ctx.db)) {
    await liftClosing(ctx.db, owners, closing).catch((error: unknown) => {
      ctx.log.warn({ err: error, entry: closing.entry }, 'abandoned closing not lifted yet');
    });
  }
}

/**
 * Does nothing if the closing is over: the entry is gone, or another closing is in progress.
 *
 * Accepts outputs again immediately, because no owner refuses them. For everything else the owners come first: an owner
 * that still refuses an entry that all others accept is the worse state.
 */
async function liftClosing(
  db: Database,
  owners: readonly RegistryOwner[],
  closing: Closing,
): Promise<void> {
  if (await endClosing(db, closing)) await reopen(db, owners, closing);
}

async function reopen(
  db: Database,
  owners: readonly RegistryOwner[],
  closing: Closing,
): Promise<void> {
  for (const owner of owners) await owner.reopen?.(closing.entry);
  await liftMark(db, closing);
}
