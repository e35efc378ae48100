import type { AuditRecorded } from '@output-review/contracts';

import type { LinkedRecord } from '../../domain/audit-chain.ts';

export interface AuditRow {
  readonly workspace_id: string;
  readonly seq: string;
  readonly event_id: string;
  readonly at: Date;
  readonly action: AuditRecorded['action'];
  readonly actor_kind: AuditRecorded['actor']['kind'];
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly target_kind: AuditRecorded['target']['kind'];
  readonly target_id: string;
  readonly log_id: string | null;
  readonly before_change: string | null;
  readonly after_change: string | null;
  readonly link: string;
}

export function toLinkedRecord(row: AuditRow): LinkedRecord {
  return {
    workspaceId: row.workspace_id,
    seq: Number(row.seq),
    eventId: row.event_id,
    at: row.at.toISOString(),
    action: row.action,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    address: row.address,
    requestId: row.request_id,
    target: { kind: row.target_kind, id: row.target_id },
    logId: row.log_id,
    before: readState(row.before_change),
    after: readState(row.after_change),
    link: row.link,
  };
}

function readState(text: string | null): AuditRecorded['before'] {
  return text === null ? null : (JSON.parse(text) as AuditRecorded['before']);
}
