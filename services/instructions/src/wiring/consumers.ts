import { TOPICS } from '@output-review/contracts';
import type { CloserStack, Consuming, SubscriptionHandle } from '@output-review/runtime';

import { onOutputsDecided } from '../consumers/on-outputs-decided.ts';
import { onOutputsDeleted } from '../consumers/on-outputs-deleted.ts';
import { onOutputsTaught } from '../consumers/on-outputs-taught.ts';
import { onProjectsChanged } from '../consumers/on-projects-changed.ts';
import { onWorkspacesChanged } from '../consumers/on-workspaces-changed.ts';
import type { SeenInstructionsOptions } from '../options.ts';
import { makeQueueDecisionComment } from '../use-cases/feedback/queue-decision-comment.ts';
import { makeQueueOutputComment } from '../use-cases/feedback/queue-output-comment.ts';
import type { Stores } from './stores.ts';

// Its events are few and small; more at once would hold their locks longer.
const BATCH_MAX = 250;

interface Parts {
  readonly stores: Stores;
  readonly closers: CloserStack;
}

/** Starts the consumers, by the topic that they read. */
export function startConsumers(
  { bus, log, clock, telemetry }: SeenInstructionsOptions,
  { stores, closers }: Parts,
): Readonly<Record<string, SubscriptionHandle>> {
  const consuming: Consuming = {
    ...{ bus, log, clock, telemetry },
    group: 'instructions',
    batchMax: BATCH_MAX,
    deadLetters: stores.deadLetters,
  };
  const queueOutputComment = makeQueueOutputComment({ ...stores, now: () => clock.now() });
  const queueDecisionComment = makeQueueDecisionComment({ ...stores, queueOutputComment });
  const consumers = {
    [TOPICS.projectsChanged]: onProjectsChanged(consuming, stores),
    [TOPICS.workspacesChanged]: onWorkspacesChanged(consuming, stores),
    [TOPICS.outputsDecided]: onOutputsDecided(consuming, { queueDecisionComment }),
    [TOPICS.outputsTaught]: onOutputsTaught(consuming, { queueOutputComment }),
    [TOPICS.outputsDeleted]: onOutputsDeleted(consuming, stores),
  };
  closers.add('consumers', async () => {
    await Promise.all(Object.values(consumers).map((consumer) => consumer.close()));
  });
  return consumers;
}
