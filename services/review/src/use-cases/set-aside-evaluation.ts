import type { OutputsEvaluated } from '@output-review/contracts';

import type { OutputKey } from '../domain/output.ts';

interface Deps {
  readonly findRun: (key: OutputKey) => Promise<number>;
  readonly applyEvaluations: (batch: readonly OutputsEvaluated[]) => Promise<void>;
  readonly now: () => Date;
}

/**
 * An output whose result cannot be read ends as an error: nothing stays pending for ever. A result
 * that still tells its run ends that run alone; without, it is taken for the one waited for.
 */
export const makeSetAsideEvaluation =
  ({ findRun, applyEvaluations, now }: Deps) =>
  async (key: OutputKey, run: number | null): Promise<void> => {
    await applyEvaluations([
      {
        ...key,
        run: run ?? (await findRun(key)),
        evaluatedAt: now().toISOString(),
        outcome: 'error',
        confidenceScore: null,
        explanation: 'The result of the evaluation could not be read.',
        appliedRules: [],
      },
    ]);
  };
