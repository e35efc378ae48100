import { isTransient, JudgeFailure } from '../judges/judge-failure.pure.ts';
import type { JudgeStatement } from '../judging/settle-by-judge.pure.ts';

type Failed = JudgeStatement & { readonly reply: JudgeFailure };

/**
 * Whether other outputs would fare no better now: the judge is unavailable, or it had no turn for this output. A
 * timeout or unreadable files may concern this output alone. So may a failure while the judge answers other outputs,
 * unless it is a rate limit.
 */
export function isJudgeAway(
  statement: JudgeStatement,
  answersOthers: boolean,
): statement is Failed {
  const { reply, attempts } = statement;
  if (!(reply instanceof JudgeFailure) || !isTransient(reply)) return false;
  if (reply.reason === 'files_unavailable') return false;
  if (attempts === 0 || reply.reason === 'rate_limited') return true;
  return reply.reason !== 'timeout' && !answersOthers;
}

const PERMANENT: readonly JudgeFailure['reason'][] = [
  ...(['not_configured', 'no_key', 'key_unreadable'] as const),
  ...(['address_refused', 'key_refused', 'quota_used_up', 'unknown_model'] as const),
];

/** Whether no output can be judged until somebody changes the settings. */
export function isPermanentFailure(statement: JudgeStatement): statement is Failed {
  const { reply } = statement;
  return reply instanceof JudgeFailure && PERMANENT.includes(reply.reason);
}

// The provider answered, but the answer is unusable, whether or not it reports its usage.
const ANSWERED: readonly JudgeFailure['reason'][] = [
  'empty',
  'cut_short',
  'unreadable',
  'off_schema',
];

// The judge is available: it only rate limits, or no time was left to ask it about another output.
const IS_THERE = new Set<JudgeFailure['reason']>(['rate_limited', 'timeout']);

/**
 * Whether a provider may charge for the call. It may charge for any answer, even an unusable one, and for a call that
 * we cut off, since it may keep working. It does not charge for calls that it refuses or fails; nor, we assume, for
 * calls that it leaves unanswered while it is unavailable.
 */
export function mayHaveCost(
  { reply, attempts }: JudgeStatement,
  away: Failed | undefined,
): boolean {
  if (!(reply instanceof JudgeFailure)) return true;
  if (reply.reason === 'timeout') return attempts > 0 && (!away || IS_THERE.has(away.reply.reason));
  return ANSWERED.includes(reply.reason) || reply.usage.llmOutput !== null;
}
