import {
  outputOfKey,
  outputsDeleted,
  projectsChanged,
  TOPICS,
  workspacesChanged,
} from '@output-review/contracts';
import {
  type ErasedWorkspaces,
  makeMessageReader,
  type ReplayDeadLettersDeps,
  type SetAsideMessage,
} from '@output-review/runtime';

import type { RequestRuns } from '../use-cases/dead-letters/request-runs.ts';
import type { EvaluationStore } from '../use-cases/evaluations/evaluation-store.ts';
import type { RegistryStore } from '../use-cases/registry/registry-store.ts';

type ReplayHandlers = ReplayDeadLettersDeps['handlers'];

interface Deps {
  readonly evaluations: Pick<EvaluationStore, 'forget'>;
  readonly registry: Pick<RegistryStore, 'apply'>;
  readonly erased: Pick<ErasedWorkspaces, 'note'>;
  readonly requestRuns: RequestRuns;
}

/**
 * The output of a submission that was set aside has ended as an error, and review has the text: a
 * replay is a new run of it.
 */
export function makeReplayHandlers(deps: Deps): ReplayHandlers {
  const { evaluations, registry, erased, requestRuns } = deps;
  const requestRun = makeRequestRun(requestRuns);
  const readDeleted = makeMessageReader(outputsDeleted);
  const readChanged = makeMessageReader(projectsChanged);
  const readWorkspace = makeMessageReader(workspacesChanged);
  return {
    [TOPICS.outputsSubmitted]: requestRun,
    [TOPICS.outputsReevaluationRequested]: requestRun,
    [TOPICS.outputsDeleted]: async (message) => evaluations.forget([readDeleted(message)]),
    [TOPICS.projectsChanged]: async (message) => registry.apply([readChanged(message)]),
    [TOPICS.workspacesChanged]: async (message) => erased.note([readWorkspace(message)]),
  };
}

const makeRequestRun =
  (requestRuns: RequestRuns) =>
  async ({ key }: SetAsideMessage): Promise<void> => {
    const output = outputOfKey(key);
    if (!output) throw new Error('Its key names no output.');
    if ((await requestRuns([output])) > 0) return;
    throw new Error(
      'Review started no run: the output is pending, decided or deleted, or has to be replayed there first.',
    );
  };
