import { randomBytes } from 'node:crypto';

import { AppError } from '@output-review/errors';
import type { EgressGuard } from '@output-review/runtime';

import { JudgeFailure } from '../domain/judges/judge-failure.ts';
import type { DraftingActions } from '../http/internal/drafting.ts';
import type { EvaluatorOptions } from '../options.ts';
import {
  type AskDrafter,
  type FindModel,
  makeDraftInstructions,
} from '../use-cases/drafting/draft-instructions.ts';
import { makeJudgeChooser } from './judge-chooser.ts';
import type { Stores } from './stores.ts';

interface Parts {
  readonly stores: Pick<Stores, 'judges'>;
  readonly egress: EgressGuard;
}

export interface Drafting extends DraftingActions {
  /** Gives up the drafts of this moment: who waits for one is told to ask again. */
  readonly end: () => void;
}

/** The model that judges where a rule names none also writes drafts. */
export function makeDrafting(options: EvaluatorOptions, { stores, egress }: Parts): Drafting {
  const stopping = new AbortController();
  const chooseJudge = makeJudgeChooser(options);
  const findModel: FindModel = async (workspaceId) =>
    chooseJudge(ANY, { workspaceId, judges: await stores.judges.read(workspaceId) });
  const askDrafter = loadWhenAsked({ egress, now: () => options.clock.now() });
  const newBoundary = (): string => randomBytes(16).toString('hex');
  const draftInstructions = makeDraftInstructions({ findModel, askDrafter, newBoundary });
  return {
    hasModel: (workspaceId) => findModel(workspaceId).then(() => true, isNotConfigured),
    draftInstructions: (request) => draftInstructions(request, stopping.signal),
    end: () => stopping.abort(new AppError('UNAVAILABLE', 'The evaluator stops; ask again.')),
  };
}

const ANY = { llmJudgeProvider: null, llmJudgeModel: null };

/** One that is configured wrongly is tried, so that who asked learns what is wrong. */
function isNotConfigured(error: unknown): boolean {
  if (error instanceof JudgeFailure) return error.reason !== 'not_configured';
  throw error;
}

/** What asks models is 30 MB, and drafts are rare. */
function loadWhenAsked(deps: { egress: EgressGuard; now: () => Date }): AskDrafter {
  let loading: Promise<AskDrafter> | undefined;
  const load = async (): Promise<AskDrafter> => {
    const { makeAskDrafter } = await import('../clients/judges/ask-drafter.ts');
    return makeAskDrafter(deps);
  };
  return async (question, ending) => (await (loading ??= load()))(question, ending);
}
