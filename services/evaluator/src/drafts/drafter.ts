import type { Draft } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { AskModelDeps } from '../judging/ask-model.ts';
import type { AskDrafter, DraftQuestion } from './ask-drafter.ts';

// Long texts take models a while; somebody waits, but not at a listener.
const CALL_MS = 60_000;

/** Asks models for drafts. */
export class Drafter {
  readonly #deps: AskModelDeps;
  readonly #stopping = new AbortController();
  #loading: Promise<AskDrafter> | undefined;

  constructor(deps: AskModelDeps) {
    this.#deps = deps;
  }

  /**
   * Asks a model for a draft, once.
   *
   * @throws JudgeFailure; AppError UNAVAILABLE where the service stops.
   */
  async ask(question: DraftQuestion): Promise<Draft> {
    const askDrafter = await (this.#loading ??= this.#load());
    return askDrafter(question, { timeoutMs: CALL_MS, signal: this.#stopping.signal });
  }

  /** Gives up the drafts of this moment: who waits for one is told to ask again. */
  stop(): void {
    this.#stopping.abort(new AppError('UNAVAILABLE', 'The evaluator is stopping. Try again.'));
  }

  /** What asks models is 30 MB, and drafts are rare. */
  async #load(): Promise<AskDrafter> {
    const { makeAskDrafter } = await import('./ask-drafter.ts');
    return makeAskDrafter(this.#deps);
  }
}
