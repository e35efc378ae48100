import type { OutputsSubmitted } from '@output-review/contracts';
import { textArray } from '@output-review/runtime';

import { readRespondBy } from '../domain/deadlines/read-respond-by.ts';
import { writeAttachments } from './attachments-text.ts';
import type { LaneOf } from './destinations/callback-lane.ts';
import { toArrayLiteral } from './pg-array.ts';
import type { SearchTerm, TermField } from './search-terms.ts';

/** What of a submission only the view of one output shows; rests as JSON. */
export interface SubmissionNotes {
  readonly submittedBy: string | null;
  readonly callbackEvents: OutputsSubmitted['callbackEvents'];
  readonly onDeadline: OutputsSubmitted['onDeadline'];
  readonly respondBy: string | null;
  readonly ignoredFields: readonly string[];
}

/**
 * A batch of submissions as the array parameters of its statement: one array a column.
 *
 * @param laneOf the line that callbacks to a sealed URL stand in.
 */
export function submissionColumns(batch: readonly OutputsSubmitted[], laneOf: LaneOf): unknown[] {
  const column = <T>(read: (submission: OutputsSubmitted) => T): T[] => batch.map(read);
  const texts = (read: (submission: OutputsSubmitted) => string | null): Buffer =>
    textArray(batch.map(read));
  const deadlines = column((s) => readRespondBy(s.respondBy, new Date(s.acceptedAt)));
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
    // No tags are no value: the index of tags then has no entry for most rows.
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
      s.callbackUrlSealed === null ? null : laneOf(s.workspaceId, s.callbackUrlSealed),
    ),
    deadlines.map((deadline) => deadline?.withinMs ?? null),
    texts((s) => (s.respondBy === null ? null : s.onDeadline)),
  ];
}

/** The values of submissions that a search for a part of them finds. */
export function termsOf(batch: readonly OutputsSubmitted[]): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const { workspaceId, model, sessionId, subjectId, actorId } of batch) {
    const add = (field: TermField, value: string | null): void => {
      if (value !== null) terms.push({ workspaceId, field, value });
    };
    add('model', model);
    add('session', sessionId);
    add('subject', subjectId);
    add('actor', actorId);
  }
  return terms;
}

function notesOf(submission: OutputsSubmitted): SubmissionNotes {
  const { submittedBy, callbackEvents, onDeadline, respondBy, ignoredFields } = submission;
  return { submittedBy, callbackEvents, onDeadline, respondBy, ignoredFields };
}
