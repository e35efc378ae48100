import { Type } from '@sinclair/typebox';

import { auditRecorded } from '../events/audit-recorded.ts';
import { INTERNAL, operationsOf } from '../operation.ts';
import { Nullable, Timestamp } from '../schema/nullable.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'review' });

const Place = {
  workspaceId: Type.String(),
  /** Position of the last record; 0 if there is none. */
  seq: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  /** Link of that record. */
  link: Type.String(),
};

/** The heads of the audit chains, ordered by workspace. */
export const listAuditHeads = operation({
  id: 'listAuditHeads',
  path: '/internal/audit/heads',
  summary: 'List the heads of audit chains',
  body: Type.Object({
    /** The last workspace of the previous page. */
    after: Type.Optional(Type.String()),
    /** Only heads that have changed since then. */
    changedSince: Type.Optional(Timestamp),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  responses: {
    200: Type.Object({
      heads: Type.Array(
        Type.Object({
          ...Place,
          /** When the workspace and its records were erased. */
          erasedAt: Nullable(Timestamp),
        }),
      ),
    }),
  },
});

/** The stored records of a workspace with their links, in chain order. */
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

/** Heads of audit chains that the gateway has seen and stored, ordered by workspace and position. */
export const listKeptAuditHeads = operation({
  id: 'listKeptAuditHeads',
  path: '/internal/audit/kept-heads',
  owner: 'gateway',
  summary: 'List the kept heads of audit chains',
  access: 'operator',
  body: Type.Object({
    /** The last entry of the previous page. */
    after: Type.Optional(Type.Object({ workspaceId: Type.String(), seq: Place.seq })),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  responses: {
    200: Type.Object({ heads: Type.Array(Type.Object({ ...Place, keptAt: Timestamp })) }),
  },
});
