import { expect, test } from '@jest/globals';

import { chooseJudge } from './choose-judge.ts';
import type { Judge } from './judge.ts';

const OPERATOR: Judge = { provider: 'openai', model: 'small', baseUrl: null, apiKey: 'k' };

test.each<[string, string | null, string | null, string]>([
  ['nothing', null, null, 'small'],
  ['the provider', 'openai', null, 'small'],
  ['a model', null, 'large', 'large'],
  ['both', 'openai', 'large', 'large'],
])('a rule that names %s is put to the operator’s judge', (_, ...[provider, model, asked]) => {
  const wish = { llmJudgeProvider: provider, llmJudgeModel: model };

  expect(chooseJudge(wish, OPERATOR)).toEqual({ ...OPERATOR, model: asked });
});

test.each([
  ['another provider', 'anthropic', OPERATOR],
  ['an unknown provider', 'acme', OPERATOR],
  ['any, where none is configured', null, null],
])('a rule that names %s has no judge', (_, llmJudgeProvider, operator) => {
  const choose = () => chooseJudge({ llmJudgeProvider, llmJudgeModel: null }, operator);

  expect(choose).toThrow(expect.objectContaining({ reason: 'not_configured' }));
});
