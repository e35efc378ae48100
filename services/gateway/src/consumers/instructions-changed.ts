import {
  type InstructionsChanged,
  instructionsChanged,
  makeTolerantValidator,
} from '@output-review/contracts';
import {
  type Bus,
  type Clock,
  consumeEvents,
  type DeadLetters,
  type Logger,
  type SetAsideMessage,
  type SubscriptionHandle,
  type Telemetry,
} from '@output-review/runtime';

type RecordVersions = (told: readonly InstructionsChanged[]) => Promise<void>;

export interface InstructionsChangedDeps {
  readonly bus: Bus;
  readonly deadLetters: DeadLetters;
  readonly log: Logger;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly recordVersions: RecordVersions;
}

const BATCH_MAX = 500;

/**
 * Keeps the versions of instructions. Where somebody was answered that has happened already; what a
 * killed gateway left undone arrives here.
 */
export function consumeInstructionsChanged(deps: InstructionsChangedDeps): SubscriptionHandle {
  const { recordVersions, ...consuming } = deps;
  return consumeEvents({
    ...consuming,
    event: instructionsChanged,
    group: 'gateway',
    batchMax: BATCH_MAX,
    handle: (batch) => recordVersions(batch.map(({ data }) => data)),
  });
}

/** Handles a version that was set aside as if it came now. */
export function makeReplayVersion(recordVersions: RecordVersions) {
  const findFault = makeTolerantValidator(instructionsChanged.schema);
  return async ({ json }: Pick<SetAsideMessage, 'json'>): Promise<void> => {
    const data: unknown = JSON.parse(json);
    const fault = findFault(data);
    if (fault !== null) throw new Error(fault);
    await recordVersions([data as InstructionsChanged]);
  };
}
