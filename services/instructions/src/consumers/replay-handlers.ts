import {
  type DataOf,
  type EventType,
  makeTolerantValidator,
  projectsChanged,
} from '@output-review/contracts';
import type { RegistryCopy, ReplayDeadLettersDeps, SetAsideMessage } from '@output-review/runtime';

interface Deps {
  readonly registry: Pick<RegistryCopy, 'apply'>;
}

/** A message that was set aside is handled as if it came now. */
export function makeReplayHandlers({ registry }: Deps): ReplayDeadLettersDeps['handlers'] {
  const readChanged = makeReader(projectsChanged);
  return {
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
