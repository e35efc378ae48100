import { evaluationAsError } from '../../domain/evaluation.ts';
import type { EvaluateRunsDeps } from './evaluate-runs.ts';
import type { RunRef } from './evaluation-store.ts';
import { makeResult } from './make-result.ts';
import type { PrepareRunsDeps } from './prepare-runs.ts';

const EXPLANATION =
  'This output could not be evaluated: its submission was set aside. An operator can replay it.';

export const makeRecordFailure =
  ({
    evaluations,
    announce,
    newId,
    now,
  }: Pick<EvaluateRunsDeps, 'evaluations' | 'announce'> & Pick<PrepareRunsDeps, 'newId' | 'now'>) =>
  /** Ends a run whose request was set aside as an error, so that nothing stays pending for ever. */
  async (run: RunRef): Promise<void> => {
    const result = makeResult({ ...run, traceparent: null }, evaluationAsError(EXPLANATION), {
      eventId: newId(),
      now: now(),
    });
    announce(await evaluations.record([result]));
  };
