import type { DocumentKey } from '../../domain/document.ts';

/** Of statements whose first three parameters name a document. */
export const OF_DOCUMENT = 'workspace_id = $1 AND project_id = $2 AND task_id = $3';

export function keyValues({ workspaceId, projectId, taskId }: DocumentKey): string[] {
  return [workspaceId, projectId, taskId];
}
