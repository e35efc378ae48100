import { Type } from '@sinclair/typebox';

import { auditRecorded } from '../events/audit-recorded.ts';
import { defineOperation } from '../operation.ts';
import { Page, PageQuery } from './shared.ts';

const Time = Type.String({ format: 'instant' });

// All of what was told but the workspace, which is the caller's own.
const { workspaceId: _, ...told } = auditRecorded.schema.properties;

const AuditRecordSchema = Type.Object({
  seq: Type.Integer({ description: 'Its place in the chain of the workspace, counted from 1.' }),
  ...told,
});

export const listAuditRecords = defineOperation({
  id: 'listAuditRecords',
  method: 'GET',
  path: '/api/audit',
  owner: 'review',
  summary: 'Who did what',
  description:
    'Newest first. Of texts and secrets, before and after a change, only an HMAC is kept; of the rest ' +
    'what the change changed. `page` × `limit` is at most 100,000; beyond that, narrow `from` and `to`. ' +
    'A record is here a moment after the change.',
  tag: 'Audit',
  access: { role: 'manager', scope: null },
  query: Type.Object({
    logId: Type.Optional(Type.String({ description: 'What was done to this output.' })),
    actor: Type.Optional(
      Type.String({ description: 'Who: an e-mail, `api`, `token:<name>`, or an id.' }),
    ),
    from: Type.Optional(Time),
    to: Type.Optional(Time),
    ...PageQuery,
  }),
  responses: { 200: Page(AuditRecordSchema) },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN'],
});

export const AUDIT_OPERATIONS = [listAuditRecords] as const;
