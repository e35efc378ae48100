import type { BulkAction } from '@output-review/contracts';

import type { Actor } from '../domain/actor.ts';
import type { DecisionRequest } from '../domain/decide.ts';
import type { OutputKey } from '../domain/output.ts';
import type { BulkResult } from './decide-many.ts';

export type { BulkAction };

export interface BulkRequest {
  readonly action: BulkAction;
  readonly comment: string | null;
}

export type ChangeMany = (
  keys: readonly OutputKey[],
  request: BulkRequest,
  by: Actor,
) => Promise<BulkResult>;

interface Deps {
  readonly decideMany: (
    keys: readonly OutputKey[],
    request: DecisionRequest,
    by: Actor,
  ) => Promise<BulkResult>;
  readonly deleteOutputs: (keys: readonly OutputKey[]) => Promise<OutputKey[]>;
}

/** Approves, rejects or deletes many outputs; what cannot be changed is skipped and listed. */
export const makeChangeMany =
  ({ decideMany, deleteOutputs }: Deps): ChangeMany =>
  async (keys, { action, comment }, by) => {
    if (action !== 'delete') {
      const decision = action === 'approve' ? 'approved' : 'rejected';
      return decideMany(keys, { decision, comment, correctedOutput: null, override: false }, by);
    }
    const deleted = new Set((await deleteOutputs(keys)).map(({ id }) => id));
    const missing = keys.filter(({ id }) => !deleted.has(id));
    return {
      changedIds: [...deleted],
      skipped: missing.map(({ id }) => ({ id, code: 'NOT_FOUND' as const })),
    };
  };
