import {
  INTERNAL_OPERATIONS,
  outputOfKey,
  outputsDeleted,
  outputsReevaluationRequested,
  outputsSubmitted,
} from '@output-review/contracts';
import type { ReplayCaller, DeadLetterMessage } from '@output-review/runtime';

import { consumer, type Context } from '../context.ts';
import type { RulePlace } from '../engine/rule.ts';
import type { RunRef } from '../runs/runs.pure.ts';
import { forgetOutputs } from '../runs/runs.sql.ts';
import { evaluateAgain, evaluateSubmissions, recordFailure } from './evaluations.ts';

export const evaluationConsumers = [
  // A submission that becomes a dead letter ends as an error, so that it does not stay pending.
  consumer(outputsSubmitted, {
    handle: evaluateSubmissions,
    onDeadLetter: async (ctx, { key, json }) => {
      const output = outputOfKey(key);
      if (output) await recordFailure(ctx, { ...output, ...placeOf(json), run: 1 });
    },
    replay: requestRun,
  }),
  consumer(outputsReevaluationRequested, {
    handle: evaluateAgain,
    onDeadLetter: async (ctx, { key, json }) => {
      const run = runOf(key, json);
      if (run) await recordFailure(ctx, { ...run, ...placeOf(json) });
    },
    replay: requestRun,
  }),
  consumer(outputsDeleted, {
    handle: ({ db }, batch) =>
      forgetOutputs(
        db,
        batch.map(({ data }) => data),
      ),
  }),
];

/**
 * The output of a dead-lettered submission has ended as an error, and review has its text. So a replay starts a new run
 * of it.
 */
async function requestRun(
  { review }: Context,
  { key }: Pick<DeadLetterMessage, 'key'>,
  { assertion, requestId }: ReplayCaller,
): Promise<void> {
  const output = outputOfKey(key);
  if (!output) throw new Error('The key of the message does not name an output.');
  const { started } = await review.call(INTERNAL_OPERATIONS.requestRuns, {
    ...{ body: { outputs: [output] }, assertion, requestId },
  });
  if (started > 0) return;
  throw new Error(
    'Review started no run: the output is pending, decided or deleted, or must be replayed in ' +
      'review first.',
  );
}

/** The run that an unreadable message asks for, if it can be parsed that far. */
function runOf(key: string, json: string): RunRef | null {
  const output = outputOfKey(key);
  const run = /"run"\s*:\s*(\d{1,9})\b/.exec(json)?.[1];
  return output && run !== undefined ? { ...output, run: Number(run) } : null;
}

/** The place of the output, as far as an unreadable message can be parsed. */
function placeOf(json: string): RulePlace {
  try {
    const { projectId, taskId } = JSON.parse(json) as Record<string, unknown>;
    return { projectId: textOrNull(projectId), taskId: textOrNull(taskId) };
  } catch {
    return { projectId: null, taskId: null };
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
