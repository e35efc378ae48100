import { expect, test } from '@jest/globals';

import type { Finding, State } from './facts.pure.ts';
import { describeFindings, hasProblem } from './report.pure.ts';

const STATES: readonly State[] = ['ok', 'warning', 'unknown', 'problem'];
const finding = (state: State): Finding => ({ check: 'lag', state, found: `it is ${state}` });

test('lists the worst findings first, and counts what needs work', () => {
  expect(describeFindings(STATES.map(finding))).toBe(
    [
      'problem  lag  it is problem',
      'warning  lag  it is warning',
      'unknown  lag  it is unknown',
      'ok       lag  it is ok',
      '',
      '1 problem, 1 warning.',
    ].join('\n'),
  );
});

test.each<[State[], string, boolean]>([
  [['ok', 'unknown'], 'No problem found.', false],
  [['ok', 'warning', 'warning'], '0 problems, 2 warnings.', false],
  [['ok', 'problem'], '1 problem, 0 warnings.', true],
])('%j ends with %j', (states, summary, isProblem) => {
  const findings = states.map(finding);

  expect(describeFindings(findings).split('\n').at(-1)).toBe(summary);
  expect(hasProblem(findings)).toBe(isProblem);
});
