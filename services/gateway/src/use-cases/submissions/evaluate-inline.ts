import type { OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';
import { isOutage, type Logger } from '@output-review/runtime';

import { evaluatedAnswer } from '../../domain/submissions/evaluated-answer.ts';
import {
  acceptedWithoutVerdict,
  type KnownSubmission,
  type StoredAnswer,
} from '../../domain/submissions/replay.ts';
import type { InlineCall } from './submit-output.ts';

export interface EvaluateInlineDeps {
  readonly log: Logger;
  /**
   * Takes so many bytes of the room of those who wait for a verdict: they must not take up all that
   * requests have. Throws where there is none in time.
   *
   * @returns gives it back.
   */
  readonly takeRoom: (bytes: number) => Promise<() => void>;
  /** Asks the evaluator; its result is committed before it answers, and a repeat gets the same. */
  readonly evaluateNow: (event: OutputsSubmitted, requestId: string) => Promise<OutputsEvaluated>;
  /** Keeps the answer for repeats; the first that is kept stays. */
  readonly storeAnswer: (key: OutputKey, answer: StoredAnswer) => Promise<void>;
}

interface OutputKey {
  readonly workspaceId: string;
  readonly id: string;
}

/**
 * Answers a durable sync submission with its verdict, or, where the evaluator cannot be reached in
 * time or too much waits for it already, as accepted: its event is on the way, and it is evaluated in
 * the background, once.
 */
export const makeEvaluateInline =
  ({ log, takeRoom, evaluateNow, storeAnswer }: EvaluateInlineDeps) =>
  async (event: OutputsSubmitted, { requestId, bodyBytes }: InlineCall): Promise<StoredAnswer> => {
    const answer = await answerOf(event);
    try {
      await storeAnswer(event, answer);
    } catch (error) {
      // The result is committed at the evaluator, which gives a repeat the same answer.
      if (!isOutage(error)) throw error;
      log.warn({ err: error, id: event.id }, 'sync answer not kept');
    }
    return answer;

    async function answerOf({ id, requireApproval }: OutputsSubmitted): Promise<StoredAnswer> {
      try {
        const giveRoomBack = await takeRoom(bodyBytes);
        const evaluated = await evaluateNow(event, requestId).finally(giveRoomBack);
        return evaluatedAnswer(evaluated, requireApproval);
      } catch (error) {
        log.warn({ err: error, id, requestId }, 'sync submission left to the background');
        return acceptedWithoutVerdict(id);
      }
    }
  };

export interface FinishInlineDeps {
  readonly readEvent: (key: OutputKey) => Promise<OutputsSubmitted | null>;
  readonly evaluateInline: (event: OutputsSubmitted, call: InlineCall) => Promise<StoredAnswer>;
}

/** Finishes a sync submission whose first request ended without an answer (its gateway died). */
export const makeFinishInline =
  ({ readEvent, evaluateInline }: FinishInlineDeps) =>
  async (known: KnownSubmission, call: InlineCall): Promise<StoredAnswer> => {
    const event = await readEvent(known);
    return event ? evaluateInline(event, call) : acceptedWithoutVerdict(known.id);
  };
