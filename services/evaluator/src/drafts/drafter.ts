import { type Draft, DraftAnswer, LabelledDraftAnswer } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { GenerateAnswer, GenerateDeps } from '../judges/generate-answer.ts';
import type { ChosenJudge } from '../judges/judges.pure.ts';
import type { DraftPrompt } from './drafts.pure.ts';

export interface DraftQuestion {
  readonly model: ChosenJudge;
  readonly prompt: DraftPrompt;
  /** Whether there are outputs for the answer to cite. */
  readonly hasOutputs: boolean;
}

// Models take a while for long texts. A user waits for the draft, but not on an open request.
const CALL_MS = 60_000;

/** Asks models for drafts. */
export class Drafter {
  readonly #deps: GenerateDeps;
  readonly #stopping = new AbortController();
  #loading: Promise<GenerateAnswer> | undefined;

  constructor(deps: GenerateDeps) {
    this.#deps = deps;
  }

  /**
   * Asks a model for a draft, once.
   *
   * @throws JudgeFailure; AppError UNAVAILABLE if the service is shutting down.
   */
  async ask({ model, prompt: { system, user }, hasOutputs }: DraftQuestion): Promise<Draft> {
    const generateAnswer = await (this.#loading ??= this.#load());
    const schema = hasOutputs ? LabelledDraftAnswer : DraftAnswer;
    // No token limit: a draft is as long as its text, and models have limits of their own.
    const { answer } = await generateAnswer<Draft>(
      { model, prompt: { system, prompt: user }, schema, name: 'draft' },
      { timeoutMs: CALL_MS, signal: this.#stopping.signal },
    );
    return answer;
  }

  /** Aborts the drafts in progress. Their callers are told to retry. */
  stop(): void {
    this.#stopping.abort(new AppError('UNAVAILABLE', 'The evaluator is stopping. Try again.'));
  }

  /** Loaded on demand: the model client takes 30 MB, and drafts are rare. */
  async #load(): Promise<GenerateAnswer> {
    const { makeGenerateAnswer } = await import('../judges/generate-answer.ts');
    return makeGenerateAnswer(this.#deps);
  }
}
