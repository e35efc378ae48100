import type { FileData } from '@output-review/contracts';

import type { UnstampedEvent } from './stamped-event.ts';
import type { Submission } from './submission.ts';

/** The registry's entry for the names of a submission. */
export interface ResolvedNames {
  readonly projectId: string;
  readonly projectName: string;
  readonly taskId: string | null;
  readonly taskName: string | null;
}

/** What acceptance adds to a submission. */
export interface Acceptance {
  readonly workspaceId: string;
  readonly id: string;
  readonly acceptedAt: Date;
  readonly submittedBy: string | null;
  readonly callbackUrlSealed: string | null;
  readonly ignoredFields: readonly string[];
  /** Its files as they were taken in. */
  readonly files: readonly FileData[];
}

/** The event that tells of an accepted submission: everything that the others need to know of it. */
export function submittedEvent(
  submission: Submission,
  acceptance: Acceptance,
  names: ResolvedNames,
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
  return acceptance.files.length === 0 ? event : { ...event, attachments: [...acceptance.files] };
}
