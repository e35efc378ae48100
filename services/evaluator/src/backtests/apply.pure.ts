import { isTransient, JudgeFailure } from '../judges/judge-failure.pure.ts';
import type { JudgeStatement } from '../judging/settle-by-judge.pure.ts';

/**
 * Whether another output would fare no better now: the judge is away, or it was not this one's turn. A question that
 * the judge does not answer in time may be a question of its own, and files that cannot be read are.
 */
export function isJudgeAway({ reply, attempts }: JudgeStatement): boolean {
  if (!(reply instanceof JudgeFailure) || !isTransient(reply)) return false;
  if (reply.reason === 'files_unavailable') return false;
  return attempts === 0 || reply.reason !== 'timeout';
}

const LASTING: readonly JudgeFailure['reason'][] = [
  ...(['not_configured', 'no_key', 'key_unreadable'] as const),
  ...(['address_refused', 'key_refused', 'unknown_model'] as const),
];

type Failed = JudgeStatement & { readonly reply: JudgeFailure };

/** Whether no output would ever be judged, until somebody changes the settings. */
export function isLastingFailure(statement: JudgeStatement): statement is Failed {
  const { reply } = statement;
  return reply instanceof JudgeFailure && LASTING.includes(reply.reason);
}
