import type { OutputComment, WorkspaceSettings } from './output-comment.ts';

interface Deps {
  readonly workspaces: WorkspaceSettings;
  readonly queueOutputComment: (said: OutputComment) => Promise<unknown>;
}

/** Queues the comment of a decision, where the workspace wants such comments as notes. */
export const makeQueueDecisionComment =
  ({ workspaces, queueOutputComment }: Deps) =>
  async (said: OutputComment): Promise<void> => {
    const { queueDecisionComments } = await workspaces.settingsOf(said.workspaceId);
    if (queueDecisionComments) await queueOutputComment(said);
  };
