import type { operations } from '../../api/schema.d.ts';

export type AuditRecord =
  operations['listAuditRecords']['responses'][200]['content']['application/json']['items'][number];
