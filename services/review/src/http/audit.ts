import { INTERNAL_OPERATIONS, listAuditRecords } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { LinkedRecord } from '../domain/audit-chain.ts';
import { type AuditRequest, readAuditRequest } from '../domain/audit-request.ts';

interface Head {
  readonly workspaceId: string;
  readonly seq: number;
  readonly link: string;
  readonly erasedAt: Date | null;
}

interface Deps {
  readonly findRecords: (
    request: AuditRequest,
  ) => Promise<{ readonly records: readonly LinkedRecord[]; readonly total: number }>;
  readonly listHeads: (query: {
    readonly after?: string;
    readonly changedSince?: string;
    readonly limit: number;
  }) => Promise<readonly Head[]>;
  readonly readChain: (query: {
    readonly workspaceId: string;
    readonly afterSeq: number;
    readonly limit: number;
  }) => Promise<readonly LinkedRecord[]>;
}

/** Who did what, for managers; and the chains, for who looks after them. */
export const makeAuditRoutes = ({ findRecords, listHeads, readChain }: Deps): Route[] => [
  implement(listAuditRecords, async ({ query, principal }) => {
    const request = readAuditRequest(principal.workspaceId, query);
    const { records, total } = await findRecords(request);
    const { page, limit } = request;
    return { status: 200, body: { items: records.map(presentRecord), total, page, limit } };
  }),
  implement(INTERNAL_OPERATIONS.listAuditHeads, async ({ body }) => {
    const heads = await listHeads(body);
    const presented = heads.map(({ erasedAt, ...head }) => ({
      ...{ ...head, erasedAt: erasedAt?.toISOString() ?? null },
    }));
    return { status: 200, body: { heads: presented } };
  }),
  implement(INTERNAL_OPERATIONS.readAuditChain, async ({ body }) => ({
    status: 200,
    body: { records: [...(await readChain(body))] },
  })),
];

function presentRecord(record: LinkedRecord) {
  const { seq, at, action, actor, address, requestId, target, logId, before, after } = record;
  return { seq, at, action, actor, address, requestId, target, logId, before, after };
}
