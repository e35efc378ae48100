import type { Judge, JudgeWish } from './judge.ts';
import { JudgeFailure } from './judge-failure.ts';

/**
 * The judge that a rule is put to. A rule may name another model of the operator's provider; another
 * provider would need a key that nobody has given.
 *
 * @throws JudgeFailure `not_configured` where there is none.
 */
export function chooseJudge(wish: JudgeWish, operator: Judge | null): Judge {
  if (operator === null) throw new JudgeFailure('not_configured');
  const { llmJudgeProvider: provider, llmJudgeModel: model } = wish;
  if (provider !== null && provider !== operator.provider) throw new JudgeFailure('not_configured');
  return { ...operator, model: model ?? operator.model };
}
