import { TOPICS } from '@output-review/contracts';
import {
  consumeErasures,
  type CloserStack,
  type Consuming,
  type SubscriptionHandle,
} from '@output-review/runtime';

import { onOutputsDeleted } from '../consumers/on-outputs-deleted.ts';
import { onOutputsSubmitted } from '../consumers/on-outputs-submitted.ts';
import { onProjectsChanged } from '../consumers/on-projects-changed.ts';
import { onReevaluationRequested } from '../consumers/on-reevaluation-requested.ts';
import type { SeenEvaluatorOptions } from '../options.ts';
import type { Evaluating } from './evaluating.ts';
import type { Stores } from './stores.ts';

// One statement of 500 results of 2 KB is a megabyte; bigger ones gain nothing and delay others.
const BATCH_MAX = 250;

interface Parts {
  readonly stores: Stores;
  readonly evaluating: Evaluating;
  readonly closers: CloserStack;
}

/** Starts the consumers, by the topic that they read. */
export function startConsumers(
  { bus, log, clock, telemetry }: SeenEvaluatorOptions,
  { stores, evaluating, closers }: Parts,
): Readonly<Record<string, SubscriptionHandle>> {
  const consuming: Consuming = {
    bus,
    group: 'evaluator',
    batchMax: BATCH_MAX,
    deadLetters: stores.deadLetters,
    log,
    clock,
    telemetry,
  };
  const consumers = {
    [TOPICS.outputsSubmitted]: onOutputsSubmitted(consuming, evaluating),
    [TOPICS.outputsReevaluationRequested]: onReevaluationRequested(consuming, evaluating),
    [TOPICS.outputsDeleted]: onOutputsDeleted(consuming, stores),
    [TOPICS.projectsChanged]: onProjectsChanged(consuming, stores),
    [TOPICS.workspacesChanged]: consumeErasures(consuming, stores),
  };
  closers.add('consumers', async () => {
    await Promise.all(Object.values(consumers).map((consumer) => consumer.close()));
  });
  return consumers;
}
