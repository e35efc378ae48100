import { expect, test } from '@jest/globals';

import { describeChange } from './changes.ts';

test('describes a change with the field names of the forms', () => {
  const before = { sampleRate: 0.1, judgeFiles: false, mode: 'live', value: { hmac: 'a' } };
  const after = { sampleRate: 0.125, judgeFiles: true, mode: 'shadow', value: { hmac: 'b' } };
  expect(describeChange({ before, after }).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Sample rate: 10% → 12.5%',
    'Send the output’s files to the judge: no → yes',
    'Mode: Live → Shadow',
    'Value: changed',
  ]);
});

test('shows codes with the names that the pages give them, and unknown values as they are', () => {
  const before = { decision: null, role: 'viewer', status: 'pass', type: 'max_length' };
  const after = {
    ...{ decision: 'rejected', role: 'admin', status: 'flagged', type: 'llm_judge' },
    ...{ isActive: true, newField: ['a', 'b'], emailDigest: 'PT1H' },
    ...{ scopes: ['submit', 'later'], events: ['pass', 'taught'] },
    outboundWebhookEvents: ['error'],
  };
  expect(describeChange({ before, after }).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Decision: Rejected',
    'Role: Viewer → Admin',
    'Status: Passed → Flagged',
    'Type: Maximum length → Judge',
    'Active: yes',
    'newField: a, b',
    'Emails: A digest every hour',
    'Scopes: Submit, later',
    'Events: Passed, Used to teach',
    'Webhook events: Not evaluated',
  ]);
});
