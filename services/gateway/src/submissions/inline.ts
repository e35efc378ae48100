import {
  INTERNAL_OPERATIONS,
  type OutputsEvaluated,
  type OutputsSubmitted,
} from '@output-review/contracts';
import { isTransientError } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { readBodies } from './bodies.sql.ts';
import {
  acceptedWithoutVerdict,
  evaluatedAnswer,
  type KnownSubmission,
  type StoredAnswer,
} from './replay.pure.ts';
import { storeAnswer } from './submissions.sql.ts';

/** The request whose caller waits for a verdict. */
export interface InlineCall {
  readonly requestId: string;
  readonly bodyBytes: number;
}

/**
 * Answers a durable sync submission with its verdict. If the evaluator is not reachable in time, or too many wait for
 * it already, answers that it was accepted. Its event is on the way, and it is evaluated in the background, once.
 */
export async function evaluateInline(
  ctx: Context,
  event: OutputsSubmitted,
  call: InlineCall,
): Promise<StoredAnswer> {
  const answer = await answerOf(ctx, event, call);
  try {
    await storeAnswer(ctx.db, event, answer);
  } catch (error) {
    // The evaluator has committed the result, and gives a repeat the same answer.
    if (!isTransientError(error)) throw error;
    ctx.log.warn({ err: error, id: event.id }, 'sync response not saved');
  }
  return answer;
}

async function answerOf(
  ctx: Context,
  event: OutputsSubmitted,
  call: InlineCall,
): Promise<StoredAnswer> {
  const { id, requireApproval } = event;
  try {
    return evaluatedAnswer(await evaluateSeated(ctx, event, call), requireApproval);
  } catch (error) {
    const { requestId } = call;
    ctx.log.warn({ err: error, id, requestId }, 'sync submission left to background evaluation');
    return acceptedWithoutVerdict(id);
  }
}

/** Calls the evaluator, which commits the result before it answers and gives a repeat the same. */
async function evaluateSeated(
  { verdicts, verdictSeats, verdictRoom, assertion, submitting, stopping }: Context,
  event: OutputsSubmitted,
  { requestId, bodyBytes }: InlineCall,
): Promise<OutputsEvaluated> {
  const giveSeatBack = verdictSeats.take(event.workspaceId);
  try {
    const giveRoomBack = await verdictRoom.take(bodyBytes);
    const asking = verdicts.call(INTERNAL_OPERATIONS.evaluateNow, {
      ...{ body: event, assertion, requestId },
      timeoutMs: submitting.syncTimeoutMs,
      signal: stopping.signal,
    });
    return await asking.finally(giveRoomBack);
  } finally {
    giveSeatBack();
  }
}

/** Finishes a sync submission whose first request ended without an answer because its gateway died. */
export async function finishInline(
  ctx: Context,
  known: KnownSubmission,
  call: InlineCall,
): Promise<StoredAnswer> {
  const [event] = await readBodies(ctx.db, known.workspaceId, [known.id]);
  return event ? evaluateInline(ctx, event, call) : acceptedWithoutVerdict(known.id);
}
