import {
  INTERNAL_OPERATIONS,
  listAuditRecords,
  parseInstant,
  type QueryOf,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { route } from '../context.ts';
import { pageFaultOf } from '../search/pages.pure.ts';
import { listHeads, readChain } from './chains.sql.ts';
import { type AuditRequest, findRecords, type LinkedRecord } from './records.sql.ts';

/** The audit log for managers, and its chains for operators. */
export const auditRoutes = [
  route(listAuditRecords, async ({ db }, { query, principal }) => {
    const request = readAuditRequest(principal.workspaceId, query);
    const { records, total } = await findRecords(db, request);
    const { page, limit } = request;
    return { status: 200, body: { items: records.map(presentRecord), total, page, limit } };
  }),
  route(INTERNAL_OPERATIONS.listAuditHeads, async ({ db }, { body }) => {
    const heads = await listHeads(db, body);
    const presented = heads.map(({ erasedAt, ...head }) => ({
      ...head,
      erasedAt: erasedAt?.toISOString() ?? null,
    }));
    return { status: 200, body: { heads: presented } };
  }),
  route(INTERNAL_OPERATIONS.readAuditChain, async ({ db }, { body }) => ({
    status: 200,
    body: { records: await readChain(db, body) },
  })),
];

function presentRecord(record: LinkedRecord) {
  const { seq, at, action, actor, address, requestId, target, logId, before, after } = record;
  return { seq, at, action, actor, address, requestId, target, logId, before, after };
}

/** @throws AppError VALIDATION_FAILED with every error that the schema does not cover. */
function readAuditRequest(
  workspaceId: string,
  { from: begin, to: end, ...query }: QueryOf<typeof listAuditRecords>,
): AuditRequest {
  const from = begin === undefined ? null : parseInstant(begin, 'first');
  const to = end === undefined ? null : parseInstant(end, 'last');
  const fields = {
    ...pageFaultOf(query, 'narrow from and to.'),
    ...(from && to && from > to && { from: 'Must not be after to.' }),
  };
  if (Object.keys(fields).length > 0) {
    throw new AppError('VALIDATION_FAILED', 'The query is not valid.', { fields });
  }
  return { workspaceId, ...query, from, to };
}
