import { AppError } from '@output-review/errors';
import type { Transaction } from '@output-review/runtime';

import { findReasons } from '../destinations/notifications.sql.ts';

/**
 * Refuses reasons that a decision made now cannot give.
 *
 * @throws AppError VALIDATION_FAILED with each of them.
 */
export async function requireReasons(
  tx: Transaction,
  workspaceId: string,
  reasonIds: readonly string[],
): Promise<void> {
  if (reasonIds.length === 0) return;
  const known = new Map((await findReasons(tx, workspaceId)).map((each) => [each.id, each]));
  const faults = reasonIds.flatMap((id, n): [string, string][] => {
    const reason = known.get(id);
    if (reason?.isActive === true) return [];
    const why = reason ? 'This reason is retired.' : 'The workspace has no such reason.';
    return [[`reasonIds.${n}`, why]];
  });
  if (faults.length === 0) return;
  throw new AppError('VALIDATION_FAILED', 'A reason is unknown or retired. See `fields`.', {
    fields: Object.fromEntries(faults),
  });
}
