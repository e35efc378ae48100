import type { INTERNAL_OPERATIONS, JudgeSettingsChange } from '@output-review/contracts';
import { AppError, type FieldMessages } from '@output-review/errors';
import {
  canonicalJson,
  type EgressGuard,
  type Reply,
  type RequestOf,
} from '@output-review/runtime';
import { unredacted, type KnownState, transact } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { changeJudges, findChangeFaults, presentJudges } from './change-judges.pure.ts';
import { placeOfKey, type WorkspaceJudges } from './judges.pure.ts';
import { lockJudges, writeJudges } from './judges.sql.ts';

type ChangeOperation = typeof INTERNAL_OPERATIONS.changeJudgeSettings;

/**
 * Changes the judges of a workspace, effective as soon as the request is answered.
 *
 * @throws AppError VALIDATION_FAILED with all faults; nothing is changed then.
 */
export async function changeJudgeSettings(
  ctx: Context,
  request: RequestOf<ChangeOperation>,
): Promise<Reply<ChangeOperation>> {
  const { workspaceId, change } = request.body;
  // Resolve host names before locking the row.
  const unreachable = await findUrlFaults(ctx.egress, change);
  const changed = await transact(ctx, async (tx) => {
    const present = await lockJudges(tx, workspaceId);
    const fields = { ...unreachable, ...findChangeFaults(present, change) };
    if (Object.keys(fields).length > 0) {
      throw new AppError('VALIDATION_FAILED', 'The settings are invalid. See `fields`.', {
        fields,
      });
    }
    const next = changeJudges(present, change, (key, entry) =>
      ctx.encryptor.seal(key, placeOfKey(workspaceId, entry)),
    );
    await writeJudges(tx, workspaceId, next);
    const [before, after] = [auditedJudges(present), auditedJudges(next)];
    if (canonicalJson(before) !== canonicalJson(after)) {
      const target = { kind: 'workspace', id: workspaceId } as const;
      tx.audit(request, { workspaceId, action: 'settings.changed', target, before, after });
    }
    return next;
  });
  return { status: 200, body: presentJudges(changed) };
}

async function findUrlFaults(
  egress: EgressGuard,
  { judgeProviders = [] }: JudgeSettingsChange,
): Promise<FieldMessages> {
  const faults: Record<string, string> = {};
  const find = async (url: string | null | undefined, index: number): Promise<void> => {
    const fault = url === undefined || url === null ? null : await egress.validateUrl(url);
    if (fault !== null) faults[`judgeProviders.${index}.baseUrl`] = fault;
  };
  await Promise.all(judgeProviders.map(({ baseUrl }, index) => find(baseUrl, index)));
  return faults;
}

/** Uses the public field names. Includes the encrypted keys, so that the audit log shows a new key. */
function auditedJudges(judges: WorkspaceJudges): KnownState {
  return {
    defaultJudgeProvider: unredacted(judges.defaultProvider),
    judgeProviders: judges.entries,
    skipJudgesWhenFlagged: judges.skipsWhenFlagged,
  };
}
