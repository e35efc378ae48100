import { expect, test } from '@jest/globals';

import { describeChange } from './changes.ts';

test('a change is told in the words of the forms', () => {
  const before = { sampleRate: 0.1, judgeFiles: false, mode: 'live', value: { hmac: 'a' } };
  const after = { sampleRate: 0.125, judgeFiles: true, mode: 'shadow', value: { hmac: 'b' } };
  expect(describeChange({ before, after }).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Sample rate: 10% → 12.5%',
    'Send the output’s files to the judge: no → yes',
    'Mode: live → shadow',
    'Value: changed',
  ]);
});

test('codes have the words of their badges, and what is not known stays as it is', () => {
  const before = { decision: null, role: 'viewer', status: 'pass' };
  const after = { decision: 'rejected', role: 'admin', status: 'flagged', newField: ['a', 'b'] };
  expect(describeChange({ before, after }).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Decision: Rejected',
    'Role: Viewer → Admin',
    'Status: Passed → Flagged',
    'newField: a, b',
  ]);
});
