import { describe, expect, test } from '@jest/globals';
import type { ExactRuleType, JudgedContentData } from '@output-review/contracts';

import { settleRule } from '../../../test/settle-rule.ts';

describe('a rule about a number that the caller submits', () => {
  test.each<[ExactRuleType, string, Partial<JudgedContentData>, string | null]>([
    ['confidence_min', '0.8', { confidence: 0.8 }, null],
    ['confidence_min', ' 0 ', { confidence: 0 }, null],
    [
      'confidence_min',
      '0.8',
      { confidence: 0.79 },
      'Confidence too low: 0.79, at least 0.8 needed.',
    ],
    ['confidence_min', '0', {}, 'Confidence is missing: at least 0 needed.'],
    ['latency_max', '2000', { latencyMs: 2000 }, null],
    ['latency_max', '2000', { latencyMs: 2000.5 }, 'Too slow: 2000.5 ms, at most 2000 ms allowed.'],
    ['latency_max', '2000', {}, 'Latency is missing: at most 2000 ms allowed.'],
    ['cost_max', '0.05', { costUsd: 0.05 }, null],
    ['cost_max', '0', { costUsd: 0.01 }, 'Too expensive: 0.01 USD, at most 0 USD allowed.'],
    ['cost_max', '0.05', {}, 'Cost is missing: at most 0.05 USD allowed.'],
  ])('%s %s on %j', (type, ...[value, content, summary]) => {
    expect(settleRule(type, value, content)).toEqual({
      outcome: summary === null ? 'passed' : 'failed',
      summary,
    });
  });
});
