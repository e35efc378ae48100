import type { OutputsDecided, OutputsTaught } from '@output-review/contracts';

import type { OutputComment } from './output-comment.ts';

/** What a decision says to the instructions: only that of an output which was not good as it was. */
export function commentOfDecision(decided: OutputsDecided): OutputComment | null {
  const { workspaceId, id: logId, sequence, decidedBy: by, decision, comment } = decided;
  const { projectId, taskId = null } = decided;
  if (decision !== 'changed' && decision !== 'rejected') return null;
  if (comment === null || projectId === undefined || taskId === null) return null;
  return { workspaceId, logId, sequence, projectId, taskId, comment, by };
}

/** Null where the output is of no task, and so of no instructions. */
export function commentOfLesson(taught: OutputsTaught): OutputComment | null {
  const { workspaceId, id: logId, sequence, taughtBy: by, comment, projectId, taskId } = taught;
  return taskId === null ? null : { workspaceId, logId, sequence, projectId, taskId, comment, by };
}
