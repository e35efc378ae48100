import { AppError } from '@output-review/errors';

import { outputKey, type OutputKey } from '../domain/output.ts';

/** `not-applied` is a sync submission whose caller may know a result that is not here yet. */
export type OutputState = 'seen' | 'not-seen' | 'not-applied' | 'deleted';

/** A refusal that also tells the gateway why, so that it can bring what is missing and ask again. */
export class OutputNotReady extends AppError {
  readonly state: Exclude<OutputState, 'seen'>;
  /** The ids that a call about several outputs lacks. */
  readonly ids: readonly string[];

  constructor(state: Exclude<OutputState, 'seen'>, ids: readonly string[] = []) {
    super(
      state === 'not-applied' ? 'UNAVAILABLE' : 'NOT_FOUND',
      state === 'not-applied' ? 'The result is on its way.' : 'There is no such output.',
    );
    this.state = state;
    this.ids = ids;
  }
}

interface Deps {
  readonly findStates: (keys: readonly OutputKey[]) => Promise<Map<string, OutputState>>;
}

export interface RequireSeen {
  /** @throws OutputNotReady. With `asIs` what was not applied is taken as it is. */
  one(key: OutputKey, asIs: boolean): Promise<void>;
  /** Refuses while any could still come; what was deleted is for the caller to skip. */
  many(keys: readonly OutputKey[], asIs: boolean): Promise<void>;
}

/** Read your own write: nothing is said about an output while its events may be on their way. */
export const makeRequireSeen = ({ findStates }: Deps): RequireSeen => ({
  one: async (key, asIs) => {
    const state = (await findStates([key])).get(outputKey(key)) ?? 'not-seen';
    if (state === 'seen' || (state === 'not-applied' && asIs)) return;
    throw new OutputNotReady(state);
  },
  many: async (keys, asIs) => {
    if (asIs) return;
    const states = await findStates(keys);
    const missing = keys.filter((key) => {
      const state = states.get(outputKey(key)) ?? 'not-seen';
      return state === 'not-seen' || state === 'not-applied';
    });
    if (missing.length === 0) return;
    throw new OutputNotReady(
      'not-seen',
      missing.map(({ id }) => id),
    );
  },
});
