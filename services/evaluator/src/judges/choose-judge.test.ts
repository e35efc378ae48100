import { describe, expect, test } from '@jest/globals';

import {
  chooseJudge,
  type Judge,
  type JudgeEntry,
  type KnownJudges,
  NO_JUDGES_OF_ITS_OWN,
} from './judges.pure.ts';

const OPERATOR: Judge = {
  ...{ provider: 'openai', model: 'small', baseUrl: 'http://proxy.internal/v1' },
  apiKey: 'key of the operator',
};
const UNPRICED = { inputPerMillion: null, outputPerMillion: null };
const ANTHROPIC: JudgeEntry = {
  ...UNPRICED,
  ...{ provider: 'anthropic', model: 'claude', baseUrl: null, sealedKey: 'sealed' },
};
const LOCAL: JudgeEntry = {
  ...UNPRICED,
  ...{ provider: 'openai_compatible', model: 'llama', baseUrl: 'https://llm.example/v1' },
  sealedKey: null,
};
const NO_WISH = { llmJudgeProvider: null, llmJudgeModel: null };

function known(entries: readonly JudgeEntry[] = [], rest: Partial<KnownJudges> = {}): KnownJudges {
  const [first] = entries;
  return {
    workspace: { ...NO_JUDGES_OF_ITS_OWN, entries, defaultProvider: first?.provider ?? null },
    operator: OPERATOR,
    openKey: ({ provider }) => `key of ${provider}`,
    ...rest,
  };
}

describe('a workspace without judges of its own', () => {
  test.each<[string, string | null, string | null, string]>([
    ['nothing', null, null, 'small'],
    ['the provider', 'openai', null, 'small'],
    ['a model', null, 'large', 'large'],
    ['both', 'openai', 'large', 'large'],
  ])("uses the operator's judge for a rule that names %s", (_, ...[provider, model, asked]) => {
    const wish = { llmJudgeProvider: provider, llmJudgeModel: model };

    expect(chooseJudge(wish, known())).toEqual({ ...OPERATOR, model: asked, owner: 'operator' });
  });

  test.each([
    ['another provider', 'anthropic', OPERATOR],
    ['an unknown provider', 'acme', OPERATOR],
    ['no provider, with none configured', null, null],
  ])('has no judge for a rule that names %s', (_, llmJudgeProvider, operator) => {
    const choose = () => chooseJudge({ ...NO_WISH, llmJudgeProvider }, known([], { operator }));

    expect(choose).toThrow(expect.objectContaining({ reason: 'not_configured' }));
  });
});

describe('a workspace with judges of its own', () => {
  test('has prices only for the model of an entry, and only if both are set', () => {
    const prices = { inputPerMillion: 2.5, outputPerMillion: 10 };
    const priced = { ...ANTHROPIC, ...prices };
    expect(chooseJudge(NO_WISH, known([priced]))).toMatchObject({ prices });
    const other = { ...NO_WISH, llmJudgeModel: 'another' };
    expect(chooseJudge(other, known([priced]))).not.toHaveProperty('prices');
    const half = { ...priced, outputPerMillion: null };
    expect(chooseJudge(NO_WISH, known([half]))).not.toHaveProperty('prices');
  });

  test('uses its default judge, at its address and with its key', () => {
    expect(chooseJudge(NO_WISH, known([ANTHROPIC, LOCAL]))).toEqual({
      ...{ provider: 'anthropic', model: 'claude', baseUrl: null, apiKey: 'key of anthropic' },
      owner: 'workspace',
    });
  });

  test('uses the judge that a rule names, with the model of the rule', () => {
    const wish = { llmJudgeProvider: 'openai_compatible', llmJudgeModel: 'qwen' };

    expect(chooseJudge(wish, known([ANTHROPIC, LOCAL]))).toEqual({
      ...{ provider: 'openai_compatible', model: 'qwen', baseUrl: 'https://llm.example/v1' },
      ...{ apiKey: null, owner: 'workspace' },
    });
  });

  test("uses the operator's judge if it has no default", () => {
    const { workspace, ...rest } = known([ANTHROPIC]);

    const judge = chooseJudge(NO_WISH, {
      ...rest,
      workspace: { ...workspace, defaultProvider: null },
    });

    expect(judge).toEqual({ ...OPERATOR, owner: 'operator' });
  });

  test("may use the operator's key for its own model, at the operator's address", () => {
    const entry: JudgeEntry = { ...ANTHROPIC, provider: 'openai', model: 'own', sealedKey: null };

    expect(chooseJudge(NO_WISH, known([entry]))).toEqual({
      ...{ ...OPERATOR, model: 'own' },
      owner: 'operator',
    });
  });

  test.each<[string, Partial<JudgeEntry>]>([
    ['at an address of its own', { provider: 'openai', baseUrl: 'https://evil.example/v1' }],
    ['at the operator’s address', { provider: 'openai', baseUrl: OPERATOR.baseUrl }],
    ['of another provider', { provider: 'google' }],
  ])('never sends the operator’s key with an entry %s', (_, change) => {
    const entry: JudgeEntry = { ...ANTHROPIC, sealedKey: null, ...change };

    expect(() => chooseJudge(NO_WISH, known([entry]))).toThrow(
      expect.objectContaining({ reason: 'no_key' }),
    );
  });

  test('fails if its key cannot be decrypted, without falling back to another judge', () => {
    const openKey = () => {
      throw new Error('sealed with an unknown key');
    };

    expect(() => chooseJudge(NO_WISH, known([ANTHROPIC], { openKey }))).toThrow(
      expect.objectContaining({ reason: 'key_unreadable' }),
    );
  });
});
