import {
  outputOfKey,
  outputsEvaluated,
  outputsShadowEvaluated,
  outputsSubmitted,
  projectsChanged,
  workspacesChanged,
} from '@output-review/contracts';

import { consumer } from '../context.ts';
import { startRuns } from '../runs/runs.ts';
import { applyNameChanges } from './names.ts';
import { deadLetterEvaluation, deadLetterSubmission } from './dead-letters.ts';
import { RESULT_BATCHES_MAX } from './result-pairs.ts';

// Spans several batches of submissions: results are stored with their submissions, and the next batch of submissions
// must not wait for the end of a batch of results.
const RESULTS_MAX = 1_000;

export const intakeConsumers = [
  // An unreadable submission leaves a row that says so, which a replay completes. A result that waits for it is then
  // applied on its own.
  consumer(outputsSubmitted, {
    batchesAtOnceMax: 2,
    handle: ({ intake }, batch) => intake.applySubmissions(batch.map(({ data }) => data)),
    onDeadLetter: async (ctx, { key }) => {
      const output = outputOfKey(key);
      if (output) await deadLetterSubmission(ctx, output);
    },
  }),
  // An unreadable result ends its output in error. A replay starts a new run.
  consumer(outputsEvaluated, {
    batchMax: RESULTS_MAX,
    batchesAtOnceMax: RESULT_BATCHES_MAX,
    handle: ({ intake }, batch) => intake.applyEvaluations(batch.map(({ data }) => data)),
    onDeadLetter: async (ctx, { key, json }) => {
      const output = outputOfKey(key);
      if (output) await deadLetterEvaluation(ctx, output, json);
    },
    replay: async (ctx, { key }) => {
      const output = outputOfKey(key);
      if (!output) throw new Error('The key of the message does not name an output.');
      await startRuns(ctx, [output]);
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
    handle: async ({ workspaces, erased }, batch) => {
      const changes = batch.map(({ data }) => data);
      await workspaces.apply(changes);
      await erased.note(changes);
    },
  }),
];
