import type { DraftAnswer } from '@output-review/contracts';

import { findDraftFault } from '../../domain/drafting/check-draft.ts';
import { describeDraftFailure, isWorthAnotherTry } from '../../domain/drafting/draft-failure.ts';
import { type DraftPrompt, makeDraftPrompt } from '../../domain/drafting/draft-prompt.ts';
import type { DraftRequest } from '../../domain/drafting/draft-request.ts';
import type { ChosenJudge } from '../../domain/judges/judge.ts';
import { JudgeFailure } from '../../domain/judges/judge-failure.ts';

/**
 * Asks a model for a draft, once.
 *
 * @throws JudgeFailure; the reason of the signal where that is aborted.
 */
export type AskDrafter = (
  question: { readonly model: ChosenJudge; readonly prompt: DraftPrompt },
  ending: { readonly timeoutMs: number; readonly signal: AbortSignal },
) => Promise<DraftAnswer>;

/** The model of a workspace. @throws JudgeFailure where it has none that can be asked. */
export type FindModel = (workspaceId: string) => Promise<ChosenJudge>;

interface Deps {
  readonly findModel: FindModel;
  readonly askDrafter: AskDrafter;
  /** Fresh random text that nobody can guess. */
  readonly newBoundary: () => string;
}

export type DraftResult =
  | { readonly draft: DraftAnswer; readonly failure: null }
  | { readonly draft: null; readonly failure: string };

// Long texts take models a while; somebody waits, but not at a door.
const CALL_MS = 60_000;
const TRIES_MAX = 2;

/**
 * Has a model improve a text. An answer that must not be used is refused, and the model is told why,
 * once.
 *
 * @throws only the reason of the signal.
 */
export const makeDraftInstructions =
  ({ findModel, askDrafter, newBoundary }: Deps) =>
  async (request: DraftRequest, signal: AbortSignal): Promise<DraftResult> => {
    let fault: string | null = null;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const model = await findModel(request.workspaceId);
        const prompt = makeDraftPrompt(request, { boundary: newBoundary(), fault });
        const draft = await askDrafter({ model, prompt }, { timeoutMs: CALL_MS, signal });
        fault = findDraftFault(draft, request);
        if (fault === null) return { draft, failure: null };
        if (attempt >= TRIES_MAX) return { draft: null, failure: fault };
      } catch (error) {
        if (!(error instanceof JudgeFailure)) throw error;
        if (attempt >= TRIES_MAX || !isWorthAnotherTry(error)) {
          return { draft: null, failure: describeDraftFailure(error) };
        }
      }
    }
  };
