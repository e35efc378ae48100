import { randomBytes } from 'node:crypto';

import { type Draft, DraftAnswer, LabelledDraftAnswer } from '@output-review/contracts';

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

/** Drafts use the model that judges rules without a model of their own. @throws JudgeFailure if there is none. */
async function findModel({ db, chooser }: Context, workspaceId: string): Promise<ChosenJudge> {
  return chooser.choose(ANY, { workspaceId, judges: await readJudges(db, workspaceId) });
}

export function hasModel(ctx: Context, workspaceId: string): Promise<boolean> {
  return findModel(ctx, workspaceId).then(() => true, countsAsConfigured);
}

/** A misconfigured model counts as configured: the attempt then tells the user what is wrong. */
function countsAsConfigured(error: unknown): boolean {
  if (error instanceof JudgeFailure) return error.reason !== 'not_configured';
  throw error;
}

type DraftResult =
  | { readonly draft: Draft; readonly failure: null }
  | { readonly draft: null; readonly failure: string };

const TRIES_MAX = 2;
// Models take a while for long texts. A user waits for the draft, but not on an open request.
const CALL_MS = 60_000;

/**
 * Asks a model to improve a text. If the answer must not be used, tells the model why and retries once.
 *
 * @throws AppError UNAVAILABLE if the service is shutting down.
 */
export async function draftInstructions(ctx: Context, request: DraftRequest): Promise<DraftResult> {
  const schema = request.labelled ? LabelledDraftAnswer : DraftAnswer;
  let fault: string | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const model = await findModel(ctx, request.workspaceId);
      const boundary = randomBytes(16).toString('hex');
      const { system, user } = makeDraftPrompt(request, { boundary, fault });
      // No token limit: a draft is as long as its text, and models have limits of their own.
      const { answer: draft } = await ctx.generateAnswer<Draft>(
        { model, prompt: { system, prompt: user }, schema, name: 'draft' },
        { timeoutMs: CALL_MS, signal: ctx.judgeWorker.activeLeases.callersSignal },
      );
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
