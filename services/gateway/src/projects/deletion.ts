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
 * While the owners are asked it is marked as closing, so that nothing can come in behind their
 * backs. Any failure ends that; for outputs alone where one that can close the entry has not answered.
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
  /** Those that can close the entry, and were asked. */
  readonly asked: readonly RegistryOwner[];
  /** Whether one of them has not answered. */
  readonly isOpen: boolean;
}

/**
 * Nothing is to be taken back at owners that were not asked, which may be away. One that was asked and has
 * not answered may close the entry yet, behind a reopening. What is not lifted now counts as abandoned
 * in a minute, and is lifted then.
 */
async function giveUp(db: Database, closing: Closing, { asked, isOpen }: Asked): Promise<void> {
  let mark: Closing | null = (await endClosing(db, closing)) ? closing : null;
  // Lifted while this process stood still: what it has asked since then was closed behind that.
  if (!mark && asked.length > 0) mark = await markEnded(db, closing.entry);
  if (mark && !isOpen) await reopen(db, asked, mark);
}

export const liftAbandonedClosings = job({
  name: 'lift abandoned closings',
  // A minute is when a mark counts as abandoned; until the next look its project takes nothing.
  everyMs: 15_000,
  run: liftAbandoned,
});

/** Lifts the marks that a gateway left behind when it was killed while deleting. */
async function liftAbandoned(ctx: Context): Promise<void> {
  const owners = ownersOf(ctx);
  for (const closing of await listAbandoned(ctx.db)) {
    await liftClosing(ctx.db, owners, closing).catch((error: unknown) => {
      ctx.log.warn({ err: error, entry: closing.entry }, 'abandoned closing not lifted yet');
    });
  }
}

/**
 * Does nothing where the closing is over: the entry is gone, or is being closed by another.
 *
 * Outputs are accepted again at once: no owner refuses those. For all else the owners come first, for an owner that still
 * refuses an entry that all others take is the worse half.
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
