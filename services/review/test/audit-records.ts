import {
  type AnswerOf,
  type AuditRecorded,
  auditRecorded,
  INTERNAL_OPERATIONS,
  type listAuditRecords,
} from '@output-review/contracts';
import { newId, type OutgoingEvent } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';
import { expect } from '@jest/globals';

import { aPerson, type TestReview } from './test-review.ts';

type Listed = AnswerOf<typeof listAuditRecords>;
type Chain = AnswerOf<typeof INTERNAL_OPERATIONS.readAuditChain>;

/** A hidden text or secret in the audit log. */
export const HIDDEN = { hmac: expect.stringMatching(/^[0-9a-f]{64}$/) };

/** An audit event as any service publishes it. */
export function auditEvent(data: Partial<AuditRecorded>, id = newId()): OutgoingEvent {
  const filled = { ...auditRecorded.examples.valid, ...data };
  return {
    ...{ topic: auditRecorded.topic, key: filled.workspaceId, id, source: 'test' },
    ...{ time: filled.at, traceparent: null, json: JSON.stringify(filled) },
  };
}

/** Reads the audit log of a running review, through its listeners and directly. */
export function makeAuditReader({ as, sql }: Pick<TestReview, 'as' | 'sql'>) {
  const listed = async (workspaceId: string, query: Record<string, string> = {}) => {
    const api = await as(aPerson(workspaceId, 'manager'));
    const search = new URLSearchParams(query).toString();
    return (await api.get(`/api/audit?${search}`)).body as Listed;
  };
  return {
    listed,
    /** All records of a workspace, oldest first, once there are that many. */
    recorded: (workspaceId: string, count: number) =>
      eventually(async () => {
        const { items } = await listed(workspaceId);
        expect(items).toHaveLength(count);
        return items.toReversed();
      }),
    chainOf: async (workspaceId: string) => {
      const service = await as({ kind: 'operator' });
      const body = { workspaceId, afterSeq: 0, limit: 1000 };
      const answer = await service.post(INTERNAL_OPERATIONS.readAuditChain.path, body);
      return (answer.body as Chain).records;
    },
    headOf: async (workspaceId: string) => {
      const { rows } = await sql.query<{ seq: string; link: string; erased_at: Date | null }>(
        'SELECT seq, link, erased_at FROM audit_heads WHERE workspace_id = $1',
        [workspaceId],
      );
      return rows[0];
    },
  };
}
