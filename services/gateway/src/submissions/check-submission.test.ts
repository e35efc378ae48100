import { describe, expect, test } from '@jest/globals';

import { checkSubmission, type SubmitRequest } from './check-submission.pure.ts';

const now = new Date('2026-01-02T03:04:05.000Z');
const check = (request: Partial<SubmitRequest>) =>
  checkSubmission(
    { project: 'p', output: '', ...request },
    { now, isPrivateHostAllowed: (host) => host === '10.0.0.7' },
  );

describe('checkSubmission', () => {
  test('an output, an action or output files suffice, even an empty output', () => {
    expect(checkSubmission({ project: 'p', output: '' }, rules)).toEqual({});
    expect(checkSubmission({ project: 'p', action: { name: 'a', summary: 's' } }, rules)).toEqual(
      {},
    );
    expect(checkSubmission({ project: 'p' }, rules)).toHaveProperty('output');
    expect(checkSubmission({ project: 'p', outputAttachments: [] }, rules)).toHaveProperty(
      'output',
    );
  });

  test.each([
    ['next year', '2027-01-02', false],
    ['six minutes ahead', '2026-01-02T03:10:05.001Z', false],
    ['five minutes ahead', '2026-01-02T03:09:05.000Z', true],
    ['years ago', '2019-05-01T00:00:00+02:00', true],
  ])('a timestamp %s is accepted: %s → %s', (_what, timestamp, isFine) => {
    expect('timestamp' in check({ timestamp })).toBe(!isFine);
  });

  test.each([
    ['https://example.com/hook', true],
    ['http://example.com/hook', false],
    ['http://10.0.0.7/hook', true],
    ['https://user:secret@example.com/', false],
    ['ftp://example.com/', false],
    ['not a url', false],
  ])('the callback URL %s is accepted: %s', (callbackUrl, isFine) => {
    expect('callbackUrl' in check({ callbackUrl })).toBe(!isFine);
  });

  test.each([
    ['PT30M', true],
    ['P1DT2H', true],
    ['-PT5M', false],
    ['PT0S', false],
    ['2026-01-02T03:04:04Z', false],
    ['2026-01-03', true],
    ['tomorrow', false],
  ])('the deadline %s is accepted: %s', (respondBy, isFine) => {
    expect('respondBy' in check({ respondBy })).toBe(!isFine);
  });

  test('reports all faults at once', () => {
    const faults = check({ timestamp: '2030-01-01', callbackUrl: 'x', respondBy: 'y' });

    expect(Object.keys(faults).sort()).toEqual(['callbackUrl', 'respondBy', 'timestamp']);
  });
});

const rules = { now, isPrivateHostAllowed: () => false };
