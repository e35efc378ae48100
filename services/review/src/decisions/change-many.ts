import {
  BULK_SKIP_CODES,
  type BulkSkipCode,
  type changeManyOutputs,
  outputKey,
} from '@output-review/contracts';
import type { AppError } from '@output-review/errors';
import type { RequestOf } from '@output-review/runtime';

import { assignAll } from '../assignments/assignments.ts';
import { findClaims } from '../claims/claims.ts';
import type { Context } from '../context.ts';
import { changeOutputs } from '../destinations/change-outputs.ts';
import { actorOf, isSetAside, type Output, type OutputKey } from '../outputs/output.pure.ts';
import { lockOutputs } from '../outputs/outputs.sql.ts';
import { deleteOutputs } from '../removal/removal.ts';
import { approveLocked, withApprovers } from './approvals.ts';
import { type Approvers, toError } from './approvals.pure.ts';
import type { Decider } from './corrections.ts';
import { requireReasons, saveApproved } from './decide.ts';
import {
  BARE_DECISION,
  conclude,
  type DecidedChange,
  type DecisionRequest,
} from './decisions.pure.ts';

export interface BulkResult {
  readonly changedIds: readonly string[];
  readonly skipped: readonly { readonly id: string; readonly code: BulkSkipCode }[];
}

/** Approves, rejects, deletes or assigns many outputs. Skips and lists those that cannot be changed. */
export async function changeMany(
  ctx: Context,
  keys: readonly OutputKey[],
  request: RequestOf<typeof changeManyOutputs>,
): Promise<BulkResult> {
  const { action, comment = null, reasonIds = [] } = request.body;
  if (action === 'assign') return assignMany(ctx, keys, request);
  if (action !== 'delete') {
    const decision = action === 'approve' ? 'approved' : 'rejected';
    const wanted = { ...BARE_DECISION, decision, comment, reasonIds } as const;
    return withApprovers(ctx, request, (approvers) =>
      decideMany(ctx, keys, { request: wanted, caller: request, approvers }),
    );
  }
  const gone = await deleteOutputs(ctx, keys, { origin: request });
  const deleted = new Set(gone.map(({ id }) => id));
  const missing = keys.filter(({ id }) => !deleted.has(id));
  return {
    changedIds: [...deleted],
    skipped: missing.map(({ id }) => ({ id, code: 'NOT_FOUND' as const })),
  };
}

async function assignMany(
  ctx: Context,
  keys: readonly OutputKey[],
  caller: RequestOf<typeof changeManyOutputs>,
): Promise<BulkResult> {
  const { ids, refused } = await assignAll(ctx, keys, { wanted: caller.body, caller });
  const skipped = refused.map(({ id, error }) => ({ id, code: skipCodeOf(error) }));
  return { changedIds: ids, skipped };
}

function skipCodeOf(error: AppError): BulkSkipCode {
  const code = BULK_SKIP_CODES.find((each) => each === error.code);
  if (code === undefined) throw error;
  return code;
}

interface DecidingMany {
  readonly request: DecisionRequest;
  readonly caller: Decider;
  readonly approvers: Approvers | null;
}

/** Decides many outputs in one transaction. Skips and lists those that cannot be decided. */
function decideMany(
  ctx: Context,
  keys: readonly OutputKey[],
  { request, caller, approvers }: DecidingMany,
): Promise<BulkResult> {
  return changeOutputs(ctx, async (tx) => {
    await requireReasons(tx, caller.principal.workspaceId, request.reasonIds);
    const outputs = new Map((await lockOutputs(tx, keys)).map((each) => [each.id, each]));
    const claims = await findClaims(tx, keys, caller.principal);
    const by = { ...actorOf(caller.principal), at: ctx.clock.now(), isBulk: true };
    const changes: DecidedChange[] = [];
    const skipped: { id: string; code: BulkSkipCode }[] = [];
    for (const key of keys) {
      const { id } = key;
      const before = outputs.get(id);
      const code = before ? whyNot(before, request, claims.has(outputKey(key))) : 'NOT_FOUND';
      if (!before || code !== null) {
        skipped.push({ id, code: code ?? 'NOT_FOUND' });
        continue;
      }
      changes.push({ before, after: conclude(before, request, by) });
    }
    const made = await approveLocked(tx, changes, { request, caller, approvers, at: by.at });
    await saveApproved(tx, made, { ...request, origin: caller });
    const changed = new Set([...made.decided, ...made.given].map(({ before }) => before.id));
    const refused = new Map(made.refused.map(({ id, why }) => [id, skipCodeOf(toError(why))]));
    for (const { before } of changes) {
      if (changed.has(before.id)) continue;
      // Without a refusal, the person had approved it already.
      skipped.push({ id: before.id, code: refused.get(before.id) ?? 'ALREADY_DECIDED' });
    }
    return { changedIds: [...changed], skipped };
  });
}

function whyNot(
  output: Output,
  { decision }: DecisionRequest,
  isClaimed: boolean,
): BulkSkipCode | null {
  if (output.status === 'pending') return 'STILL_EVALUATING';
  if (output.decision !== null) return 'ALREADY_DECIDED';
  if (decision === 'approved' && isSetAside(output)) return 'CONFLICT';
  return isClaimed ? 'CLAIMED' : null;
}
