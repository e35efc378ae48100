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

// Long texts take models a while; somebody waits, but not at a listener.
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
   * @throws JudgeFailure; AppError UNAVAILABLE where the service stops.
   */
  async ask({ model, prompt: { system, user }, hasOutputs }: DraftQuestion): Promise<Draft> {
    const generateAnswer = await (this.#loading ??= this.#load());
    const schema = hasOutputs ? LabelledDraftAnswer : DraftAnswer;
    // No limit of tokens: a draft is as long as its text, and models have limits of their own.
    const { answer } = await generateAnswer<Draft>(
      { model, prompt: { system, prompt: user }, schema, name: 'draft' },
      { timeoutMs: CALL_MS, signal: this.#stopping.signal },
    );
    return answer;
  }

  /** Gives up the drafts of this moment: who waits for one is told to ask again. */
  stop(): void {
    this.#stopping.abort(new AppError('UNAVAILABLE', 'The evaluator is stopping. Try again.'));
  }

  /** What asks models is 30 MB, and drafts are rare. */
  async #load(): Promise<GenerateAnswer> {
    const { makeGenerateAnswer } = await import('../judges/generate-answer.ts');
    return makeGenerateAnswer(this.#deps);
  }
}
