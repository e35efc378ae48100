import {
  outputsDecided,
  outputsDeleted,
  outputsTaught,
  projectsChanged,
  workspacesChanged,
} from '@output-review/contracts';
import {
  type ErasedWorkspaces,
  makeMessageReader,
  type RegistryCopy,
  type ReplayDeadLettersDeps,
  type WorkspaceCopy,
} from '@output-review/runtime';

import type { OutputComment, UnlinkOutputs } from '../use-cases/feedback/output-comment.ts';
import { commentOfDecision, commentOfLesson } from '../use-cases/feedback/comments-of-outputs.ts';

interface Deps {
  readonly registry: Pick<RegistryCopy, 'apply'>;
  readonly workspaces: Pick<WorkspaceCopy, 'apply'>;
  readonly erased: Pick<ErasedWorkspaces, 'note'>;
  readonly unlinkOutputs: UnlinkOutputs;
  readonly queueDecisionComment: (said: OutputComment) => Promise<void>;
  readonly queueOutputComment: (said: OutputComment) => Promise<unknown>;
}

/** A message that was set aside is handled as if it came now. */
export function makeReplayHandlers(deps: Deps): ReplayDeadLettersDeps['handlers'] {
  const { registry, workspaces, unlinkOutputs } = deps;
  const readChanged = makeMessageReader(projectsChanged);
  const readDecided = makeMessageReader(outputsDecided);
  const readTaught = makeMessageReader(outputsTaught);
  const readDeleted = makeMessageReader(outputsDeleted);
  const readWorkspace = makeMessageReader(workspacesChanged);
  return {
    [outputsDecided.topic]: async (message) => {
      const said = commentOfDecision(readDecided(message));
      if (said) await deps.queueDecisionComment(said);
    },
    [outputsTaught.topic]: async (message) => {
      const said = commentOfLesson(readTaught(message));
      if (said) await deps.queueOutputComment(said);
    },
    [outputsDeleted.topic]: async (message) => {
      const { workspaceId, id: logId } = readDeleted(message);
      await unlinkOutputs([{ workspaceId, logId }]);
    },
    [projectsChanged.topic]: async (message) => registry.apply([readChanged(message)]),
    [workspacesChanged.topic]: async (message) => {
      const changes = [readWorkspace(message)];
      await workspaces.apply(changes);
      await deps.erased.note(changes);
    },
  };
}
