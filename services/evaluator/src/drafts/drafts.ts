import { randomBytes } from 'node:crypto';

import type { Draft } from '@output-review/contracts';

import type { Context } from '../context.ts';
import { JudgeFailure } from '../judges/judge-failure.pure.ts';
import type { ChosenJudge } from '../judges/judges.pure.ts';
import { readJudges } from '../judges/judges.sql.ts';
import {
  describeDraftFailure,
  type DraftRequest,
  findDraftFault,
  isWorthAnotherTry,
  makeDraftPrompt,
} from './drafts.pure.ts';

const ANY = { llmJudgeProvider: null, llmJudgeModel: null };

/** The model that judges where a rule names none also writes drafts. @throws JudgeFailure where there is none. */
async function findModel({ db, chooser }: Context, workspaceId: string): Promise<ChosenJudge> {
  return chooser.choose(ANY, { workspaceId, judges: await readJudges(db, workspaceId) });
}

export function hasModel(ctx: Context, workspaceId: string): Promise<boolean> {
  return findModel(ctx, workspaceId).then(() => true, isNotConfigured);
}

/** One that is configured wrongly is tried, so that who asked learns what is wrong. */
function isNotConfigured(error: unknown): boolean {
  if (error instanceof JudgeFailure) return error.reason !== 'not_configured';
  throw error;
}

type DraftResult =
  | { readonly draft: Draft; readonly failure: null }
  | { readonly draft: null; readonly failure: string };

const TRIES_MAX = 2;

/**
 * Has a model improve a text. An answer that must not be used is refused, and the model is told why,
 * once.
 *
 * @throws AppError UNAVAILABLE where the service stops.
 */
export async function draftInstructions(ctx: Context, request: DraftRequest): Promise<DraftResult> {
  let fault: string | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const model = await findModel(ctx, request.workspaceId);
      const boundary = randomBytes(16).toString('hex');
      const prompt = makeDraftPrompt(request, { boundary, fault });
      const hasOutputs = request.labelled !== undefined;
      const draft = await ctx.drafter.ask({ model, prompt, hasOutputs });
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
}
