import { expect, test } from '@jest/globals';
import type { JudgeSettingsChange } from '@output-review/contracts';

import { changeJudges, findChangeFaults } from './change-judges.pure.ts';
import { type JudgeEntry, NO_JUDGES_OF_ITS_OWN, type WorkspaceJudges } from './judges.pure.ts';

const UNPRICED = { inputPerMillion: null, outputPerMillion: null };
const OPENAI: JudgeEntry = {
  ...UNPRICED,
  ...{ provider: 'openai', model: 'small', baseUrl: 'https://a.example/v1', sealedKey: 'sealed A' },
};
const GOOGLE: JudgeEntry = {
  ...UNPRICED,
  ...{ provider: 'google', model: 'flash', baseUrl: null, sealedKey: 'sealed B' },
};
const PRESENT: WorkspaceJudges = {
  ...{ defaultProvider: 'google', entries: [OPENAI, GOOGLE], skipsWhenFlagged: true },
};

const changed = (change: JudgeSettingsChange, present = PRESENT): WorkspaceJudges =>
  changeJudges(
    present,
    change,
    (key, { provider, baseUrl }) => `${key} for ${provider} ${baseUrl}`,
  );

test('keeps settings that are left out', () => {
  expect(changed({})).toEqual(PRESENT);
  expect(changed({ skipJudgesWhenFlagged: false })).toEqual({
    ...PRESENT,
    skipsWhenFlagged: false,
  });
  expect(changed({ defaultJudgeProvider: 'openai' })).toEqual({
    ...{ ...PRESENT, defaultProvider: 'openai' },
  });
});

test('clears the default and a key with null, and keeps the rest', () => {
  expect(changed({ defaultJudgeProvider: null })).toEqual({ ...PRESENT, defaultProvider: null });
  expect(findChangeFaults(PRESENT, { defaultJudgeProvider: null })).toEqual({});
  const entry = { provider: 'google', model: 'flash', apiKey: null, baseUrl: null } as const;
  expect(changed({ judgeProviders: [entry] }).entries).toEqual([{ ...GOOGLE, sealedKey: null }]);
});

test('takes prices from the list, and clears them if left out', () => {
  const priced = { provider: 'openai', model: 'm', inputPerMillion: 2.5 } as const;
  const [entry] = changed({ judgeProviders: [{ ...priced, outputPerMillion: 10 }] }).entries;
  expect(entry).toMatchObject({ inputPerMillion: 2.5, outputPerMillion: 10 });
  const [other] = changed({ judgeProviders: [priced] }).entries;
  expect(other).toMatchObject({ inputPerMillion: 2.5, outputPerMillion: null });
});

test('encrypts a new key for its provider and address', () => {
  const { entries } = changed({
    judgeProviders: [
      { provider: 'openrouter', model: 'm', apiKey: 'k1' },
      { provider: 'openai', model: 'm', baseUrl: 'https://B.example:443/v1/', apiKey: 'k2' },
    ],
  });

  expect(entries).toEqual([
    {
      ...{ provider: 'openrouter', model: 'm', baseUrl: null, ...UNPRICED },
      sealedKey: 'k1 for openrouter null',
    },
    {
      ...{ provider: 'openai', model: 'm', baseUrl: 'https://b.example/v1', ...UNPRICED },
      sealedKey: 'k2 for openai https://b.example/v1',
    },
  ]);
});

test.each<[string, string | undefined, string | null]>([
  ['the same address', 'https://a.example/v1', 'sealed A'],
  ['the same in another form', 'HTTPS://A.example:443/v1/', 'sealed A'],
  ['another path', 'https://a.example/v2', null],
  ['another host', 'https://evil.example/v1', null],
  ['another port', 'https://a.example:8443/v1', null],
  ['the provider’s own', undefined, null],
])('gives an entry at %s that is sent without a key the stored key %s', (_, baseUrl, sealedKey) => {
  const entry = { provider: 'openai', model: 'large', ...(baseUrl && { baseUrl }) } as const;

  expect(changed({ judgeProviders: [entry] }).entries).toEqual([
    expect.objectContaining({ model: 'large', sealedKey }),
  ]);
});

test('removes the key with its entry, so that a new entry has none', () => {
  const without = changed({ judgeProviders: [{ provider: 'openai', model: 'm' }] });

  expect(without).toMatchObject({ defaultProvider: null, entries: [{ provider: 'openai' }] });
  const again = changed({ judgeProviders: [{ provider: 'google', model: 'flash' }] }, without);
  expect(again.entries).toEqual([{ ...GOOGLE, sealedKey: null }]);
});

test.each<[string, JudgeSettingsChange, Record<string, unknown>]>([
  [
    'two entries of a provider',
    {
      judgeProviders: [
        { provider: 'openai', model: 'a' },
        { provider: 'google', model: 'a' },
        { provider: 'openai', model: 'b' },
      ],
    },
    { 'judgeProviders.2.provider': 'Is already the provider of entry 0.' },
  ],
  [
    'an OpenAI-compatible server without an address',
    { judgeProviders: [{ provider: 'openai_compatible', model: 'a' }] },
    { 'judgeProviders.0.baseUrl': expect.stringMatching(/^Required/) },
  ],
  [
    'a query in an address',
    { judgeProviders: [{ provider: 'openai', model: 'a', baseUrl: 'https://a.example/v1?a=1' }] },
    { 'judgeProviders.0.baseUrl': expect.stringMatching(/query/) },
  ],
  [
    'a default without an entry',
    { defaultJudgeProvider: 'anthropic' },
    { defaultJudgeProvider: expect.stringMatching(/judgeProviders/) },
  ],
  [
    'a default whose entry is removed',
    { defaultJudgeProvider: 'google', judgeProviders: [] },
    { defaultJudgeProvider: expect.stringMatching(/judgeProviders/) },
  ],
  [
    'several faults at once',
    {
      defaultJudgeProvider: 'google',
      judgeProviders: [
        { provider: 'openai_compatible', model: 'a' },
        { provider: 'openai_compatible', model: 'b', baseUrl: 'https://a.example#x' },
      ],
    },
    {
      defaultJudgeProvider: expect.any(String),
      'judgeProviders.0.baseUrl': expect.any(String),
      'judgeProviders.1.provider': expect.any(String),
      'judgeProviders.1.baseUrl': expect.any(String),
    },
  ],
])('rejects %s', (_, change, faults) => {
  expect(findChangeFaults(PRESENT, change)).toEqual(faults);
});

test('accepts a change when nothing was configured before', () => {
  const change = { judgeProviders: [{ provider: 'google', model: 'flash' }] } as const;

  expect(
    findChangeFaults(NO_JUDGES_OF_ITS_OWN, {
      ...change,
      judgeProviders: [...change.judgeProviders],
    }),
  ).toEqual({});
});
