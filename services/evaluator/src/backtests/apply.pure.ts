import { isTransient, JudgeFailure } from '../judges/judge-failure.pure.ts';
import type { JudgeStatement } from '../judging/settle-by-judge.pure.ts';

type Failed = JudgeStatement & { readonly reply: JudgeFailure };

/**
 * Whether another output would fare no better now: the judge is away, or it was not this one's turn. A question that
 * the judge does not answer in time may be a question of its own, and files that cannot be read are. So is one that it
 * fails at while it answers others, unless it only asks to wait.
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

const LASTING: readonly JudgeFailure['reason'][] = [
  ...(['not_configured', 'no_key', 'key_unreadable'] as const),
  ...(['address_refused', 'key_refused', 'quota_used_up', 'unknown_model'] as const),
];

/** Whether no output would ever be judged, until somebody changes the settings. */
export function isLastingFailure(statement: JudgeStatement): statement is Failed {
  const { reply } = statement;
  return reply instanceof JudgeFailure && LASTING.includes(reply.reason);
}

// What is found wrong with an answer that came, whether or not it tells what it took.
const ANSWERED: readonly JudgeFailure['reason'][] = [
  'empty',
  'cut_short',
  'unreadable',
  'off_schema',
];

// It only asks to wait, or there was no time left to ask it about another output.
const IS_THERE = new Set<JudgeFailure['reason']>(['rate_limited', 'timeout']);

/**
 * Whether a provider may take something: for an answer, be it nonsense, and for a call that we cut off, since it may work
 * on. It takes nothing for one that it refuses or fails at; nor, we assume, for one that it leaves without an answer while
 * it is away.
 */
export function mayHaveCost(
  { reply, attempts }: JudgeStatement,
  away: Failed | undefined,
): boolean {
  if (!(reply instanceof JudgeFailure)) return true;
  if (reply.reason === 'timeout') return attempts > 0 && (!away || IS_THERE.has(away.reply.reason));
  return ANSWERED.includes(reply.reason) || reply.usage.llmOutput !== null;
}
