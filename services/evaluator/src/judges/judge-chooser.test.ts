import { describe, expect, test } from '@jest/globals';

import { JudgeChooser } from './judge-chooser.ts';
import {
  type ChosenJudge,
  type Judge,
  type JudgeEntry,
  type JudgeWish,
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

interface Known {
  readonly operator?: Judge | null;
  readonly defaultProvider?: JudgeEntry['provider'] | null;
  readonly open?: (sealedKey: string) => string;
}

/** Chooses among the operator's judge and these entries, the first of which is the default. */
function choose(
  wish: JudgeWish,
  entries: readonly JudgeEntry[] = [],
  { operator = OPERATOR, defaultProvider = entries[0]?.provider ?? null, ...known }: Known = {},
): ChosenJudge {
  const { open = (sealedKey) => `opened ${sealedKey}` } = known;
  const judges = { ...NO_JUDGES_OF_ITS_OWN, entries, defaultProvider };
  return new JudgeChooser(operator, { open }).choose(wish, { workspaceId: 'w', judges });
}

describe('a workspace without judges of its own', () => {
  test.each<[string, string | null, string | null, string]>([
    ['nothing', null, null, 'small'],
    ['the provider', 'openai', null, 'small'],
    ['a model', null, 'large', 'large'],
    ['both', 'openai', 'large', 'large'],
  ])("uses the operator's judge for a rule that names %s", (_, ...[provider, model, asked]) => {
    const wish = { llmJudgeProvider: provider, llmJudgeModel: model };

    expect(choose(wish)).toEqual({ ...OPERATOR, model: asked, owner: 'operator' });
  });

  test.each([
    ['another provider', 'anthropic', OPERATOR],
    ['an unknown provider', 'acme', OPERATOR],
    ['no provider, with none configured', null, null],
  ])('has no judge for a rule that names %s', (_, llmJudgeProvider, operator) => {
    expect(() => choose({ ...NO_WISH, llmJudgeProvider }, [], { operator })).toThrow(
      expect.objectContaining({ reason: 'not_configured' }),
    );
  });
});

describe('a workspace with judges of its own', () => {
  test('has prices only for the model of an entry, and only if both are set', () => {
    const prices = { inputPerMillion: 2.5, outputPerMillion: 10 };
    const priced = { ...ANTHROPIC, ...prices };
    expect(choose(NO_WISH, [priced])).toMatchObject({ prices });
    const other = { ...NO_WISH, llmJudgeModel: 'another' };
    expect(choose(other, [priced])).not.toHaveProperty('prices');
    const half = { ...priced, outputPerMillion: null };
    expect(choose(NO_WISH, [half])).not.toHaveProperty('prices');
  });

  test('uses its default judge, at its address and with its key', () => {
    expect(choose(NO_WISH, [ANTHROPIC, LOCAL])).toEqual({
      ...{ provider: 'anthropic', model: 'claude', baseUrl: null, apiKey: 'opened sealed' },
      owner: 'workspace',
    });
  });

  test('uses the judge that a rule names, with the model of the rule', () => {
    const wish = { llmJudgeProvider: 'openai_compatible', llmJudgeModel: 'qwen' };

    expect(choose(wish, [ANTHROPIC, LOCAL])).toEqual({
      ...{ provider: 'openai_compatible', model: 'qwen', baseUrl: 'https://llm.example/v1' },
      ...{ apiKey: null, owner: 'workspace' },
    });
  });

  test("uses the operator's judge if it has no default", () => {
    expect(choose(NO_WISH, [ANTHROPIC], { defaultProvider: null })).toEqual({
      ...OPERATOR,
      owner: 'operator',
    });
  });

  test("may use the operator's key for its own model, at the operator's address", () => {
    const entry: JudgeEntry = { ...ANTHROPIC, provider: 'openai', model: 'own', sealedKey: null };

    expect(choose(NO_WISH, [entry])).toEqual({
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

    expect(() => choose(NO_WISH, [entry])).toThrow(expect.objectContaining({ reason: 'no_key' }));
  });

  test('fails if its key cannot be decrypted, without falling back to another judge', () => {
    const open = () => {
      throw new Error('sealed with an unknown key');
    };

    expect(() => choose(NO_WISH, [ANTHROPIC], { open })).toThrow(
      expect.objectContaining({ reason: 'key_unreadable' }),
    );
  });
});
