import {
  outputOfKey,
  outputsEvaluated,
  outputsShadowEvaluated,
  outputsSubmitted,
  projectsChanged,
  workspacesChanged,
} from '@output-review/contracts';
import { makeMessageReader } from '@output-review/runtime';

import { consumer } from '../context.ts';
import { startRuns } from '../runs/runs.ts';
import { applyNameChanges } from './names.ts';
import { deadLetterEvaluation, deadLetterSubmission } from './dead-letters.ts';
import { RESULT_BATCHES_MAX } from './result-pairs.ts';
import { applyWorkspaceChanges } from './workspaces.ts';

// Several batches of submissions: their results are stored with them, and the last of one batch of
// results must not be what the next batch of submissions waits for.
const RESULTS_MAX = 1_000;

const readEvaluation = makeMessageReader(outputsEvaluated);

export const intakeConsumers = [
  // One that cannot be read leaves a row that says so, which a replay fills; a result that waited for it is
  // then its own.
  consumer(outputsSubmitted, {
    batchesAtOnceMax: 2,
    handle: ({ intake }, batch) => intake.applySubmissions(batch.map(({ data }) => data)),
    onDeadLetter: async (ctx, { key }) => {
      const output = outputOfKey(key);
      if (output) await deadLetterSubmission(ctx, output);
    },
  }),
  // The output of a result that cannot be read has ended as an error: a replay is a new run of it.
  consumer(outputsEvaluated, {
    batchMax: RESULTS_MAX,
    batchesAtOnceMax: RESULT_BATCHES_MAX,
    handle: ({ intake }, batch) => intake.applyEvaluations(batch.map(({ data }) => data)),
    onDeadLetter: async (ctx, { key, json }) => {
      const output = outputOfKey(key);
      if (output) await deadLetterEvaluation(ctx, output, json);
    },
    replay: async (ctx, message) => {
      const { workspaceId, id } = readEvaluation(message);
      await startRuns(ctx, [{ workspaceId, id }]);
    },
  }),
  consumer(outputsShadowEvaluated, {
    handle: ({ intake }, batch) => intake.applyShadows(batch.map(({ data }) => data)),
  }),
  consumer(projectsChanged, {
    handle: ({ db }, batch) =>
      db.transaction((tx) =>
        applyNameChanges(
          tx,
          batch.map(({ data }) => data),
        ),
      ),
  }),
  consumer(workspacesChanged, {
    handle: (ctx, batch) =>
      applyWorkspaceChanges(
        ctx,
        batch.map(({ data }) => data),
      ),
  }),
];
