import { type InstructionsChanged, instructionsChanged } from '@output-review/contracts';
import {
  consumeEvents,
  type Consuming,
  makeMessageReader,
  type SetAsideMessage,
  type SubscriptionHandle,
} from '@output-review/runtime';

type RecordVersions = (told: readonly InstructionsChanged[]) => Promise<void>;

interface Deps {
  readonly recordVersions: RecordVersions;
}

/**
 * Keeps the versions of instructions. Where somebody was answered that has happened already; what a
 * killed gateway left undone arrives here.
 */
export function consumeInstructionsChanged(
  consuming: Consuming,
  { recordVersions }: Deps,
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: instructionsChanged,
    handle: (batch) => recordVersions(batch.map(({ data }) => data)),
  });
}

/** Handles a version that was set aside as if it came now. */
export function makeReplayVersion(recordVersions: RecordVersions) {
  const readVersion = makeMessageReader(instructionsChanged);
  return async (message: Pick<SetAsideMessage, 'json'>): Promise<void> =>
    recordVersions([readVersion(message)]);
}
