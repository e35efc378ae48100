import type { FileData, OutputsSubmitted } from '@output-review/contracts';

import type { NamedIds } from '../projects/projects.pure.ts';
import type { Submission } from './request.pure.ts';

/** What acceptance adds to a submission. */
export interface Acceptance {
  readonly workspaceId: string;
  readonly id: string;
  readonly acceptedAt: Date;
  readonly submittedBy: string | null;
  readonly callbackUrlSealed: string | null;
  readonly ignoredFields: readonly string[];
  /** Its files as media took them in. */
  readonly files: readonly FileData[];
}

/** The event of an accepted submission: everything that other services need to know about it. */
export function submittedEvent(
  submission: Submission,
  acceptance: Acceptance,
  names: NamedIds,
): UnstampedEvent {
  const acceptedAt = acceptance.acceptedAt.toISOString();
  const event: UnstampedEvent = {
    workspaceId: acceptance.workspaceId,
    id: acceptance.id,
    acceptedAt,
    submittedBy: acceptance.submittedBy,
    sync: submission.sync,
    projectId: names.projectId,
    projectName: names.projectName,
    taskId: names.taskId,
    taskName: names.taskName,
    content: submission.content,
    timestamp: submission.timestamp ?? acceptedAt,
    sessionId: submission.sessionId,
    subjectId: submission.subjectId,
    actorId: submission.actorId,
    model: submission.model,
    tags: [...submission.tags],
    requireApproval: submission.requireApproval,
    callbackUrlSealed: acceptance.callbackUrlSealed,
    callbackEvents: submission.callbackEvents,
    revisionOf: submission.revisionOf,
    respondBy: submission.respondBy,
    onDeadline: submission.onDeadline,
    ignoredFields: [...acceptance.ignoredFields],
  };
  const { approvals } = submission;
  if (acceptance.files.length === 0 && approvals === null) return event;
  return {
    ...event,
    ...(approvals && { approvals }),
    ...(acceptance.files.length > 0 && { attachments: [...acceptance.files] }),
  };
}

/**
 * An event without its instructions version. If the caller named none, it is the version that is active when the row is
 * inserted, which only the inserting statement knows.
 */
export type UnstampedEvent = Omit<OutputsSubmitted, 'instructionsVersion'>;

/** The version that a submission is stamped with; null if its task has no instructions. */
export type Stamp = OutputsSubmitted['instructionsVersion'];

/** The JSON of an event up to its stamp. */
export function openJson(event: UnstampedEvent): string {
  return `${JSON.stringify(event).slice(0, -1)},"instructionsVersion":`;
}

/** The JSON of a stamped event. */
export function closeJson(open: string, stamp: Stamp): string {
  return `${open}${stamp}}`;
}
