import { outputsDeleted } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { type AuditOrigin, asIs } from '@output-review/runtime';

import type { Output, OutputKey } from '../domain/output.ts';
import type { Changes } from './changes.ts';

interface Deps {
  readonly now: () => Date;
  /** A transaction in which contents may be removed; others that add search terms wait for it. */
  readonly remove: <T>(work: (changes: Removal) => Promise<T>) => Promise<T>;
}

interface Removal extends Changes {
  /** Leaves tombstones of locked outputs: keys stay, contents and counts go. */
  bury(outputs: readonly Output[], at: Date): Promise<void>;
}

/**
 * Deletes these outputs for good, or those of them that may go; answers the keys that were there and
 * went.
 */
export type DeleteOutputs = (
  keys: readonly OutputKey[],
  origin: AuditOrigin,
  mayGo?: (output: Output) => boolean,
) => Promise<OutputKey[]>;

export const makeDeleteOutputs =
  ({ remove, now }: Deps): DeleteOutputs =>
  (keys, origin, mayGo = () => true) =>
    remove(async (changes) => {
      const outputs = (await changes.lock(keys)).filter(mayGo);
      const at = now();
      await changes.tell(
        outputs.map(({ workspaceId, id }) => ({ workspaceId, id, event: 'deleted', at })),
      );
      await changes.bury(outputs, at);
      await changes.announce(
        outputsDeleted,
        outputs.map(({ workspaceId, id, sequence }) => ({
          ...{ workspaceId, id, sequence: sequence + 1, deletedAt: at.toISOString() },
        })),
      );
      changes.audit(
        origin,
        outputs.map(({ workspaceId, id, status, decision }) => ({
          ...{ workspaceId, id, action: 'output.deleted' },
          before: { status: asIs(status), decision: asIs(decision?.decision ?? null) },
        })),
      );
      return outputs.map(({ workspaceId, id }) => ({ workspaceId, id }));
    });

/** Deletes one output. @throws AppError NOT_FOUND where it is not there. */
export const makeDeleteOutput =
  (deleteOutputs: DeleteOutputs) =>
  async (key: OutputKey, origin: AuditOrigin): Promise<void> => {
    const deleted = await deleteOutputs([key], origin);
    if (deleted.length === 0) throw new AppError('NOT_FOUND', 'There is no such output.');
  };
