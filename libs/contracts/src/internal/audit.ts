import { Type } from '@sinclair/typebox';

import { auditRecorded } from '../events/audit-recorded.ts';
import { operationsOf } from '../operation.ts';
import { Nullable, Timestamp } from '../schema/nullable.ts';
import { INTERNAL } from './shared.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'review' });

const Place = {
  workspaceId: Type.String(),
  /** Of the last record; 0 where there is none. */
  seq: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  /** Of that record. */
  link: Type.String(),
};

/** The ends of the audit chains, in the order of their workspaces. */
export const listAuditHeads = operation({
  id: 'listAuditHeads',
  path: '/internal/audit/heads',
  summary: 'List the heads of audit chains',
  body: Type.Object({
    /** The last workspace of the page before. */
    after: Type.Optional(Type.String()),
    /** Only what has changed since then. */
    changedSince: Type.Optional(Timestamp),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  responses: {
    200: Type.Object({
      heads: Type.Array(
        Type.Object({
          ...Place,
          /** When the workspace was erased, and its records with it. */
          erasedAt: Nullable(Timestamp),
        }),
      ),
    }),
  },
});

/** The records of a workspace with their links, in the order of the chain, as they stand in the table. */
export const readAuditChain = operation({
  id: 'readAuditChain',
  path: '/internal/audit/chain',
  summary: 'Read a part of an audit chain',
  access: 'operator',
  body: Type.Object({
    workspaceId: Type.String(),
    afterSeq: Place.seq,
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  responses: {
    200: Type.Object({
      records: Type.Array(
        Type.Object({
          ...auditRecorded.schema.properties,
          seq: Type.Integer(),
          eventId: Type.String(),
          link: Type.String(),
        }),
      ),
    }),
  },
});

/** Ends of audit chains as the gateway has seen and kept them, in the order of workspace and place. */
export const listKeptAuditHeads = operation({
  id: 'listKeptAuditHeads',
  path: '/internal/audit/kept-heads',
  owner: 'gateway',
  summary: 'List the kept heads of audit chains',
  access: 'operator',
  body: Type.Object({
    /** The last one of the page before. */
    after: Type.Optional(Type.Object({ workspaceId: Type.String(), seq: Place.seq })),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  responses: {
    200: Type.Object({ heads: Type.Array(Type.Object({ ...Place, keptAt: Timestamp })) }),
  },
});
