import type { BulkAction } from '@output-review/contracts';

import type { DecisionRequest } from '../domain/decide.ts';
import type { OutputKey } from '../domain/output.ts';
import type { Caller } from './caller.ts';
import type { BulkResult } from './decide-many.ts';
import type { DeleteOutputs } from './delete-outputs.ts';

export type { BulkAction };

export interface BulkRequest {
  readonly action: BulkAction;
  readonly comment: string | null;
}

export type ChangeMany = (
  keys: readonly OutputKey[],
  request: BulkRequest,
  caller: Caller,
) => Promise<BulkResult>;

interface Deps {
  readonly decideMany: (
    keys: readonly OutputKey[],
    request: DecisionRequest,
    caller: Caller,
  ) => Promise<BulkResult>;
  readonly deleteOutputs: DeleteOutputs;
}

/** Approves, rejects or deletes many outputs; what cannot be changed is skipped and listed. */
export const makeChangeMany =
  ({ decideMany, deleteOutputs }: Deps): ChangeMany =>
  async (keys, { action, comment }, caller) => {
    if (action !== 'delete') {
      const decision = action === 'approve' ? 'approved' : 'rejected';
      return decideMany(
        keys,
        { decision, comment, correctedOutput: null, override: false },
        caller,
      );
    }
    const deleted = new Set((await deleteOutputs(keys, caller)).map(({ id }) => id));
    const missing = keys.filter(({ id }) => !deleted.has(id));
    return {
      changedIds: [...deleted],
      skipped: missing.map(({ id }) => ({ id, code: 'NOT_FOUND' as const })),
    };
  };
