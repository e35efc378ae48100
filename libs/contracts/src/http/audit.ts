import { Type } from '@sinclair/typebox';

import { auditRecorded } from '../events/audit-recorded.ts';
import { defineOperation } from '../operation.ts';
import { Count, Page, PageQuery } from './shared.ts';

const Time = Type.String({ format: 'instant' });

// All fields of the event except the workspace, which is the caller's own.
const { workspaceId: _, ...recordFields } = auditRecorded.schema.properties;

const AuditRecordSchema = Type.Object({
  seq: Count({
    description: 'Position in the audit chain of the workspace, starting at 1.',
  }),
  ...recordFields,
});

export const listAuditRecords = defineOperation({
  id: 'listAuditRecords',
  method: 'GET',
  path: '/api/audit',
  owner: 'review',
  summary: 'List audit records',
  description:
    'Newest first. For texts and secrets, only an HMAC of the value before and after the change is kept; ' +
    'for other fields, the changed values. `page` × `limit` can be at most ' +
    '100,000; beyond that, narrow `from` and `to`. A record appears a moment after the change.',
  tag: 'Audit',
  access: { role: 'manager', scope: null },
  query: Type.Object({
    logId: Type.Optional(Type.String({ description: 'Only records about this output.' })),
    actor: Type.Optional(
      Type.String({
        description: 'Who made the change: an email address, `api`, `token:<name>` or an ID.',
      }),
    ),
    from: Type.Optional(Time),
    to: Type.Optional(Time),
    ...PageQuery,
  }),
  responses: { 200: Page(AuditRecordSchema) },
  errors: ['FORBIDDEN'],
});

export const AUDIT_OPERATIONS = [listAuditRecords] as const;
