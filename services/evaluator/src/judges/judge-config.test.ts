import { readGroups } from '@output-review/runtime';
import { describe, expect, test } from '@jest/globals';

import { DEFAULT_JUDGE_SETTINGS, judgeGroup } from './judge-config.ts';

const read = (env: Record<string, string>) => readGroups(env, { judge: judgeGroup }).judge;

describe('the operator’s judge', () => {
  test('is optional', () => {
    expect(read({})).toEqual({ judge: null, callsMax: 16 });
  });

  test('may be a vendor, with a key', () => {
    const env = { JUDGE_PROVIDER: 'anthropic', JUDGE_MODEL: 'm', JUDGE_API_KEY: 'k' };

    expect(read({ ...env, JUDGE_CALLS_MAX: '4' })).toEqual({
      judge: { provider: 'anthropic', model: 'm', baseUrl: null, apiKey: 'k' },
      callsMax: 4,
    });
  });

  test('may be a self-hosted server, which may need no key', () => {
    const env = { JUDGE_PROVIDER: 'openai_compatible', JUDGE_MODEL: 'm' };

    expect(read({ ...env, JUDGE_BASE_URL: 'http://10.0.0.7:8000/v1/' }).judge).toEqual({
      ...{ provider: 'openai_compatible', model: 'm' },
      ...{ baseUrl: 'http://10.0.0.7:8000/v1', apiKey: null },
    });
  });

  test.each([
    [{ JUDGE_MODEL: 'm' }, ['JUDGE_PROVIDER must be set']],
    [{ JUDGE_API_KEY: 's3cret' }, ['JUDGE_PROVIDER must be set']],
    [{ JUDGE_PROVIDER: 'openai' }, ['JUDGE_MODEL must be set', 'JUDGE_API_KEY must be set']],
    [
      { JUDGE_PROVIDER: 'openai_compatible' },
      ['JUDGE_MODEL must be set', 'JUDGE_BASE_URL must be set'],
    ],
    [{ JUDGE_PROVIDER: 'acme', JUDGE_API_KEY: 's3cret' }, ['JUDGE_PROVIDER must be one of']],
    [{ JUDGE_CALLS_MAX: '0' }, ['JUDGE_CALLS_MAX must be']],
  ] as [Record<string, string>, string[]][])('rejects %j', (env, faults) => {
    for (const fault of faults) expect(() => read(env)).toThrow(fault);
    expect(() => read(env)).not.toThrow(/s3cret/);
  });
});

test('leases a job for 15 s and renews every 4 s, so that three renewals may fail', () => {
  expect(DEFAULT_JUDGE_SETTINGS).toMatchObject({ leaseMs: 15_000, renewEveryMs: 4_000 });
});

test('gives a caller at most 25 s, and asks a judge only if at least 2 s are left', () => {
  expect(DEFAULT_JUDGE_SETTINGS).toMatchObject({ inlineMs: 25_000, inlineMsMin: 2_000 });
});
