import type { changeManyOutputs } from '@output-review/contracts';
import type { RequestOf } from '@output-review/runtime';

import { findClaims } from '../claims/claims.ts';
import type { Context } from '../context.ts';
import { changeOutputs } from '../destinations/change-outputs.ts';
import {
  actorOf,
  type Change,
  type Output,
  type OutputKey,
  outputKey,
} from '../outputs/output.pure.ts';
import { lockOutputs } from '../outputs/outputs.sql.ts';
import type { Caller } from '../outputs/seen.ts';
import { deleteOutputs } from '../removal/removal.ts';
import { saveDecisions } from './decide.ts';
import { requireReasons } from './reasons.ts';
import { decide, type DecisionRequest, UNCORRECTED } from './decisions.pure.ts';

export type SkipCode = 'NOT_FOUND' | 'STILL_EVALUATING' | 'ALREADY_DECIDED' | 'CLAIMED';

export interface BulkResult {
  readonly changedIds: readonly string[];
  readonly skipped: readonly { readonly id: string; readonly code: SkipCode }[];
}

/** Approves, rejects or deletes many outputs; what cannot be changed is skipped and listed. */
export async function changeMany(
  ctx: Context,
  keys: readonly OutputKey[],
  request: RequestOf<typeof changeManyOutputs>,
): Promise<BulkResult> {
  const { action, comment = null, reasonIds = [] } = request.body;
  if (action !== 'delete') {
    const decision = action === 'approve' ? 'approved' : 'rejected';
    const wanted = {
      decision,
      comment,
      ...UNCORRECTED,
      reasonIds,
      override: false,
      confirmFlagged: false,
    } as const;
    return decideMany(ctx, keys, { request: wanted, caller: request });
  }
  const gone = await deleteOutputs(ctx, keys, { origin: request });
  const deleted = new Set(gone.map(({ id }) => id));
  const missing = keys.filter(({ id }) => !deleted.has(id));
  return {
    changedIds: [...deleted],
    skipped: missing.map(({ id }) => ({ id, code: 'NOT_FOUND' as const })),
  };
}

/** Decides many outputs in one transaction; what cannot be decided is skipped and listed. */
function decideMany(
  ctx: Context,
  keys: readonly OutputKey[],
  { request, caller }: { readonly request: DecisionRequest; readonly caller: Caller },
): Promise<BulkResult> {
  return changeOutputs(ctx, async (tx) => {
    await requireReasons(tx, caller.principal.workspaceId, request.reasonIds);
    const outputs = new Map((await lockOutputs(tx, keys)).map((each) => [each.id, each]));
    const claims = await findClaims(tx, keys, caller.principal);
    const by = { ...actorOf(caller.principal), at: ctx.clock.now(), isBulk: true };
    const decided: Change[] = [];
    const skipped: { id: string; code: SkipCode }[] = [];
    for (const key of keys) {
      const { id } = key;
      const before = outputs.get(id);
      const code = before ? whyNot(before, claims.has(outputKey(key))) : 'NOT_FOUND';
      if (!before || code !== null) {
        skipped.push({ id, code: code ?? 'NOT_FOUND' });
        continue;
      }
      const after = decide({ output: before, present: null }, request, by);
      if (after) decided.push({ before, after });
    }
    await saveDecisions(tx, decided, { ...request, origin: caller });
    return { changedIds: decided.map(({ after }) => after.id), skipped };
  });
}

function whyNot({ status, decision }: Output, isClaimed: boolean): SkipCode | null {
  if (status === 'pending') return 'STILL_EVALUATING';
  if (decision !== null) return 'ALREADY_DECIDED';
  return isClaimed ? 'CLAIMED' : null;
}
