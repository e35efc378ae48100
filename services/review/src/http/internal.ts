import {
  INTERNAL_OPERATIONS,
  type OutputsEvaluated,
  type OutputsSubmitted,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import type { OutputKey } from '../domain/output.ts';
import type { JudgedOutput } from '../use-cases/judged-output.ts';

interface ProjectCount {
  readonly projectId: string;
  readonly taskId: string | null;
  readonly count: number;
}

interface Deps {
  readonly applySubmissions: (batch: readonly OutputsSubmitted[]) => Promise<void>;
  readonly applyEvaluations: (batch: readonly OutputsEvaluated[]) => Promise<void>;
  readonly findHeld: (keys: readonly OutputKey[]) => Promise<OutputKey[]>;
  readonly startRuns: (keys: readonly OutputKey[]) => Promise<number>;
  readonly countPerProject: (workspaceId: string) => Promise<ProjectCount[]>;
  readonly findJudged: (key: OutputKey) => Promise<JudgedOutput | null>;
}

/** What other services ask of review. */
export const makeInternalRoutes = (deps: Deps): Route[] => [
  implement(INTERNAL_OPERATIONS.applyEvents, async ({ body }) => {
    await deps.applySubmissions(body.submissions);
    await deps.applyEvaluations(body.evaluations);
    return { status: 200, body: { ok: true } };
  }),
  implement(INTERNAL_OPERATIONS.confirmHeld, async ({ body }) => ({
    status: 200,
    body: { held: await deps.findHeld(body.outputs) },
  })),
  implement(INTERNAL_OPERATIONS.requestRuns, async ({ body }) => ({
    status: 200,
    body: { started: await deps.startRuns(body.outputs) },
  })),
  implement(INTERNAL_OPERATIONS.countOutputs, async ({ body }) => ({
    status: 200,
    body: { counts: await deps.countPerProject(body.workspaceId) },
  })),
  implement(INTERNAL_OPERATIONS.getJudgedContent, async ({ body }) => {
    const judged = await deps.findJudged(body);
    if (!judged) throw new AppError('NOT_FOUND', 'There is no such output.');
    return { status: 200, body: judged };
  }),
];
