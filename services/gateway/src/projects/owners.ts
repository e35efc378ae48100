import { setTimeout as delay } from 'node:timers/promises';

import { INTERNAL_OPERATIONS, type ProjectsChanged } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  type Database,
  retryTransient,
  type ServiceClient,
  type Vouch,
  withDeadline,
} from '@output-review/runtime';

import type { Context } from '../context.ts';
import { findWriters, hasUnconfirmed } from './closings.sql.ts';
import { type OutputCounts, type RegistryEntry, sumOutputCounts } from './projects.pure.ts';

// A person waits for these calls.
const TIMEOUT_MS = 5_000;

/** An owner of data that may refer to projects and tasks. */
export interface RegistryOwner {
  /** Whether none of the owner's data refers to the entry. An owner with `reopen` refuses it until reopened. */
  close(entry: RegistryEntry): Promise<boolean>;
  /** For owners that refuse an entry themselves; for all others the mark on the project suffices. */
  reopen?(entry: RegistryEntry): Promise<void>;
}

/**
 * All owners. Owners that record the closing come last. The gateway comes before review, because an output that has left
 * the one is counted by the other.
 */
export function ownersOf(ctx: Context): readonly RegistryOwner[] {
  const { db, evaluator, instructions, assertion } = ctx;
  return [
    ownOutputs(db),
    ownerByCount(ctx),
    peerOwner(evaluator, assertion),
    peerOwner(instructions, assertion),
  ];
}

/** The number of outputs of each project and task, from review. */
export async function countOutputs(
  { review, assertion }: Pick<Context, 'review' | 'assertion'>,
  workspaceId: string,
): Promise<OutputCounts> {
  const { counts } = await review.call(INTERNAL_OPERATIONS.countOutputs, {
    body: { workspaceId },
    assertion,
    timeoutMs: TIMEOUT_MS,
  });
  return sumOutputCounts(counts);
}

/** Fails if review is unreachable. Called before a change that may be answered only once review knows it. */
export async function requireReview(
  ctx: Pick<Context, 'review' | 'assertion'>,
  workspaceId: string,
): Promise<void> {
  await countOutputs(ctx, workspaceId);
}

/** Tells review of a change before its event arrives, because a sample rate applies from the answer on. */
export async function tellReview(
  { review, assertion }: Pick<Context, 'review' | 'assertion'>,
  changes: readonly ProjectsChanged[],
  signal?: AbortSignal,
): Promise<void> {
  await review.call(INTERNAL_OPERATIONS.applyProjectChanges, {
    ...{ body: { changes }, assertion, timeoutMs: TIMEOUT_MS, ...(signal && { signal }) },
  });
}

/**
 * Tells review of a creation or deletion, if it is reachable in time. A failure is not reported, because a repeat
 * would be refused as a duplicate name or as not found. The event in the outbox tells review later.
 */
export async function tryTellReview(
  { tellsReviewForMs: timeoutMs, log }: Context,
  requestId: string,
  tell: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    // Shutdown waits for this call, as for every request: if review is healthy, it then knows what is answered.
    await withDeadline({ timeoutMs }, (signal) => retryTransient(() => tell(signal), { signal }));
  } catch (err) {
    log.warn(
      { err, requestId },
      'review not told of a creation or deletion yet, left to the event',
    );
  }
}

/** Review has only outputs that the gateway accepted, so it need not refuse any. */
function ownerByCount(ctx: Context): RegistryOwner {
  return {
    async close({ workspaceId, kind, id }) {
      const counts = await countOutputs(ctx, workspaceId);
      return (kind === 'project' ? counts.ofProject(id) : counts.ofTask(id)) === 0;
    },
  };
}

/** A service that refers to projects and tasks, and records those that it has closed. */
function peerOwner(client: ServiceClient, assertion: Vouch): RegistryOwner {
  const optionsOf = ({ workspaceId, kind, id }: RegistryEntry) => ({
    ...{ body: { workspaceId, kind, id }, assertion, timeoutMs: TIMEOUT_MS },
  });
  return {
    async close(entry) {
      const answer = await client.call(INTERNAL_OPERATIONS.closeRegistryEntry, optionsOf(entry));
      return answer.isEmpty;
    },
    async reopen(entry) {
      await client.call(INTERNAL_OPERATIONS.reopenRegistryEntry, optionsOf(entry));
    },
  };
}

/** The outputs that the gateway has accepted and that review may not have yet. */
function ownOutputs(db: Database): RegistryOwner {
  return {
    async close(entry) {
      await awaitWriters(db);
      return !(await hasUnconfirmed(db, entry));
    },
  };
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
