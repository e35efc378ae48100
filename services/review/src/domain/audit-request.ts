import { type listAuditRecords, parseInstant, type QueryOf } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { pageFaultOf } from './page-reach.ts';

/** Which records; what is absent does not matter. */
export interface AuditRequest {
  readonly workspaceId: string;
  readonly logId?: string;
  /** By name or by id. */
  readonly actor?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly page: number;
  readonly limit: number;
}

/** @throws AppError VALIDATION_FAILED with every fault that a schema cannot tell. */
export function readAuditRequest(
  workspaceId: string,
  { from: begin, to: end, ...query }: QueryOf<typeof listAuditRecords>,
): AuditRequest {
  const from = begin === undefined ? null : parseInstant(begin, 'first');
  const to = end === undefined ? null : parseInstant(end, 'last');
  const faults: Record<string, string> = { ...pageFaultOf(query, 'narrow from and to.') };
  if (from && to && from > to) faults['from'] = 'Must not be after to.';
  if (Object.keys(faults).length > 0) {
    throw new AppError('VALIDATION_FAILED', 'The query is not valid.', { fields: faults });
  }
  return { workspaceId, ...query, ...(from && { from }), ...(to && { to }) };
}
