import {
  type DataOf,
  type EventType,
  makeTolerantValidator,
  outputsDecided,
  outputsDeleted,
  outputsTaught,
  projectsChanged,
} from '@output-review/contracts';
import type { RegistryCopy, ReplayDeadLettersDeps, SetAsideMessage } from '@output-review/runtime';

import type { OutputComment, UnlinkOutputs } from '../use-cases/feedback/output-comment.ts';
import { commentOfDecision, commentOfLesson } from './comments-of-outputs.ts';

interface Deps {
  readonly registry: Pick<RegistryCopy, 'apply'>;
  readonly unlinkOutputs: UnlinkOutputs;
  readonly queueOutputComment: (said: OutputComment) => Promise<void>;
}

/** A message that was set aside is handled as if it came now. */
export function makeReplayHandlers(deps: Deps): ReplayDeadLettersDeps['handlers'] {
  const { registry, unlinkOutputs, queueOutputComment } = deps;
  const readChanged = makeReader(projectsChanged);
  const readDecided = makeReader(outputsDecided);
  const readTaught = makeReader(outputsTaught);
  const readDeleted = makeReader(outputsDeleted);
  const queue = async (said: OutputComment | null): Promise<void> => {
    if (said) await queueOutputComment(said);
  };
  return {
    [outputsDecided.topic]: async (message) => queue(commentOfDecision(readDecided(message))),
    [outputsTaught.topic]: async (message) => queue(commentOfLesson(readTaught(message))),
    [outputsDeleted.topic]: async (message) => {
      const { workspaceId, id: logId } = readDeleted(message);
      await unlinkOutputs([{ workspaceId, logId }]);
    },
    [projectsChanged.topic]: async (message) => registry.apply([readChanged(message)]),
  };
}

function makeReader<E extends EventType>(event: E): (message: SetAsideMessage) => DataOf<E> {
  const findFault = makeTolerantValidator(event.schema);
  return ({ json }) => {
    const data: unknown = JSON.parse(json);
    const fault = findFault(data);
    if (fault !== null) throw new Error(fault);
    return data;
  };
}
