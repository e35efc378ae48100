import { INTERNAL_OPERATIONS, type ProjectsChanged } from '@output-review/contracts';
import {
  type Database,
  retryTransient,
  type ServiceClient,
  type Vouch,
  withDeadline,
} from '@output-review/runtime';

import type { Context } from '../context.ts';
import {
  type OutputCounts,
  projectIdOf,
  type RegistryEntry,
  sumOutputCounts,
} from './projects.pure.ts';

// A person waits for what is behind these calls.
const TIMEOUT_MS = 5_000;

/** Somebody who may refer to projects and tasks. */
export interface RegistryOwner {
  /**
   * Whether nothing of the owner's refers to the entry. One that can reopen it also refuses it from
   * now on, until then.
   */
  close(entry: RegistryEntry): Promise<boolean>;
  /** Of those who refuse things themselves: for all others the mark on the project does. */
  reopen?(entry: RegistryEntry): Promise<void>;
}

/** Everybody. The cheap answers first; those who keep a record last. */
export function ownersOf(ctx: Context): readonly RegistryOwner[] {
  const { db, evaluator, instructions, assertion } = ctx;
  return [
    ownerByCount(ctx),
    ownOutputs(db),
    peerOwner(evaluator, assertion),
    peerOwner(instructions, assertion),
  ];
}

/** How many outputs review has of each project and task. */
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

/** Fails where review cannot be reached: before a change that is answered only once review knows of it. */
export async function requireReview(
  ctx: Pick<Context, 'review' | 'assertion'>,
  workspaceId: string,
): Promise<void> {
  await countOutputs(ctx, workspaceId);
}

/** Has review know what an event is still to tell it of: a rate holds from the answer on. */
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
 * Has review know, if it can be reached soon, of what has been made or deleted. That is never answered as a failure: a
 * repeat would be told that its name is taken, or that nothing is there. The outbox has the event that brings it.
 */
export async function tryTellReview(
  { tellsReviewForMs: timeoutMs, log }: Context,
  requestId: string,
  tell: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    // A stop waits for it, as for every request: review may be well, and then holds what is answered.
    await withDeadline({ timeoutMs }, (signal) => retryTransient(() => tell(signal), { signal }));
  } catch (err) {
    log.warn(
      { err, requestId },
      'review not told yet of what was made or deleted, left to its event',
    );
  }
}

/** Review holds nothing that the gateway did not accept, so it has nothing to refuse. */
function ownerByCount(ctx: Context): RegistryOwner {
  return {
    async close({ workspaceId, kind, id }) {
      const counts = await countOutputs(ctx, workspaceId);
      return (kind === 'project' ? counts.ofProject(id) : counts.ofTask(id)) === 0;
    },
  };
}

/** A service that refers to projects and tasks, and keeps a record of those that it let go of. */
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

/**
 * What the gateway itself has accepted into a project or task and nobody has deleted.
 *
 * Statements that were under way when the closing mark was set may not have seen it. Each of them
 * holds a lock on the table until its end; waiting for a lock that conflicts with theirs, and with
 * nothing but writers, is waiting for all of them. Later ones take their snapshot behind it.
 */
function ownOutputs(db: Database): RegistryOwner {
  return {
    async close(entry) {
      await db.transaction(async (tx) => {
        await tx.query(`SET LOCAL lock_timeout = '2s'`);
        await tx.query('LOCK TABLE submissions IN SHARE MODE');
      });
      const { rows } = await db.query(
        `SELECT FROM submissions
         WHERE workspace_id = $1 AND project_id = $2 AND ($3::text IS NULL OR task_id = $3)
           AND deleted_at IS NULL
         LIMIT 1`,
        [entry.workspaceId, projectIdOf(entry), entry.kind === 'task' ? entry.id : null],
      );
      return rows.length === 0;
    },
  };
}
