import { INTERNAL_OPERATIONS, listAuditRecords } from '@output-review/contracts';

import { route } from '../context.ts';
import { type LinkedRecord, readAuditRequest } from './audit.pure.ts';
import { listHeads, readChain } from './chains.sql.ts';
import { findRecords } from './records.sql.ts';

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
