import { describe, expect, test } from '@jest/globals';
import type { JudgedContentData } from '@output-review/contracts';

import { makeJudgedOutput } from './judged-output.ts';

const CONTENT: JudgedContentData = {
  output: '{"total":1}',
  input: null,
  action: { name: 'Refund', summary: 'Pay back', params: {} },
  metadata: { tier: 'gold' },
  confidence: 0.5,
  latencyMs: null,
  costUsd: 0,
};
const EVALUATED_AT = new Date('2026-01-02T03:04:05Z');

describe('the data that rules read', () => {
  test('is available by part, and null if a part was not submitted', () => {
    const output = makeJudgedOutput(CONTENT, EVALUATED_AT);

    expect(output.documentOf('output')).toEqual({ kind: 'json', value: { total: 1 } });
    expect(output.documentOf('action')).toEqual({ kind: 'json', value: CONTENT.action });
    expect(output.documentOf('metadata')).toEqual({ kind: 'json', value: { tier: 'gold' } });
    expect(output.documentOf('input')).toBeNull();
    expect(output).toMatchObject({ confidence: 0.5, latencyMs: null, costUsd: 0 });
  });

  test('is parsed once, even if it is not JSON', () => {
    for (const text of ['{"total":1}', 'Dear Ada']) {
      const output = makeJudgedOutput({ ...CONTENT, output: text }, EVALUATED_AT);

      expect(output.documentOf('output')).toBe(output.documentOf('output'));
    }
  });

  test('is not parsed until a rule needs it', () => {
    const content = {
      ...CONTENT,
      get input(): string {
        throw new Error('read');
      },
    };

    const output = makeJudgedOutput(content, EVALUATED_AT);

    expect(() => output.documentOf('input')).toThrow('read');
  });
});
