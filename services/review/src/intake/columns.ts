import type { ApprovalDemand, OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';
import { type Encryptor, textArray } from '@output-review/runtime';

import { laneOf } from '../destinations/callbacks.ts';
import { strictest } from '../outputs/approvals.pure.ts';
import { writeAttachments } from '../outputs/contents.sql.ts';
import { readRespondBy, type Result } from './intake.pure.ts';

/** Fields of a submission that only the view of one output shows. Stored as JSON. */
export type SubmissionNotes = Pick<
  OutputsSubmitted,
  'submittedBy' | 'callbackEvents' | 'onDeadline' | 'respondBy' | 'ignoredFields'
>;

/**
 * A batch of submissions as the array parameters of its statement: one array per column.
 *
 * @param encryptor decrypts callback URLs to find the lane of callbacks.
 */
export function submissionColumns(
  batch: readonly OutputsSubmitted[],
  encryptor: Pick<Encryptor, 'open'>,
): unknown[] {
  const column = <T>(read: (submission: OutputsSubmitted) => T): T[] => batch.map(read);
  const texts = (read: (submission: OutputsSubmitted) => string | null): Buffer =>
    textArray(batch.map(read));
  const deadlines = column(readRespondBy);
  return [
    texts((s) => s.workspaceId),
    texts((s) => s.id),
    texts((s) => s.projectId),
    texts((s) => s.taskId),
    column((s) => s.timestamp),
    column((s) => s.acceptedAt),
    texts((s) => s.sessionId),
    texts((s) => s.subjectId),
    texts((s) => s.actorId),
    texts((s) => s.model),
    // Null without tags, so that the index on tags has no entry for most rows.
    texts((s) => (s.tags.length === 0 ? null : toArrayLiteral(s.tags))),
    column((s) => s.content.latencyMs),
    column((s) => s.content.costUsd),
    column((s) => s.instructionsVersion),
    texts((s) => s.revisionOf),
    column((s) => s.content.action !== null),
    column((s) => s.requireApproval),
    column((s) => s.sync),
    deadlines.map((deadline) => deadline?.dueAt ?? null),
    texts((s) => s.content.output),
    texts((s) => s.content.input),
    texts((s) => (s.content.action === null ? null : JSON.stringify(s.content.action))),
    texts((s) => JSON.stringify(s.content.metadata)),
    column((s) => s.content.confidence),
    texts((s) => JSON.stringify(notesOf(s))),
    texts((s) => s.callbackUrlSealed),
    texts((s) => writeAttachments(s.attachments ?? [])),
    texts((s) => (s.callbackUrlSealed === null ? null : s.callbackEvents)),
    texts((s) =>
      s.callbackUrlSealed === null ? null : laneOf(encryptor, s.workspaceId, s.callbackUrlSealed),
    ),
    deadlines.map((deadline) => deadline?.withinMs ?? null),
    texts((s) => (s.respondBy === null ? null : s.onDeadline)),
  ];
}

function notesOf(submission: OutputsSubmitted): SubmissionNotes {
  const { submittedBy, callbackEvents, onDeadline, respondBy, ignoredFields } = submission;
  return { submittedBy, callbackEvents, onDeadline, respondBy, ignoredFields };
}

/** Null if no rule failed, the most frequent case: then the index has no entry. */
export function failedVersionsOf({ appliedRules }: OutputsEvaluated): string | null {
  const failed = appliedRules.filter(({ outcome }) => outcome === 'failed');
  return failed.length === 0
    ? null
    : toArrayLiteral(failed.map(({ ruleVersionId }) => ruleVersionId));
}

/** The approvals that the failed rules require, as JSON. Null if they require none. */
export function ruleApprovalsOf({ appliedRules, demand = null }: Result): string | null {
  const asked = appliedRules.reduce<ApprovalDemand | null>(
    (sum, { approvals = null }) => strictest(sum, approvals),
    demand,
  );
  return asked && JSON.stringify(asked);
}

/**
 * The literal of a PostgreSQL text array, for arrays in arrays: `unnest` would flatten two dimensions, and rows of
 * different lengths are not rectangular.
 */
export function toArrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
