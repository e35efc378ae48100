import { expect, test } from '@jest/globals';

import { readSubmission } from './request.pure.ts';

const rules = { now: new Date('2026-01-02T03:04:05.000Z'), isPrivateHostAllowed: () => false };

function faultsIn(value: unknown): Readonly<Record<string, string>> {
  const body = { value, text: JSON.stringify(value), bytes: 1, release: () => undefined };
  const { read } = readSubmission(body, { ok: true, value: null }, rules);
  return read.ok ? {} : read.fault.fields;
}

test('reports what the schema finds and what only code can check at once', () => {
  const faults = faultsIn({ tags: 5, timestamp: '2027-01-02', callbackUrl: 'ftp://x' });

  expect(Object.keys(faults).sort()).toEqual([
    'callbackUrl',
    'output',
    'project',
    'tags',
    'timestamp',
  ]);
});

test.each([
  ['output', { project: 'p', output: 5 }],
  ['action.name', { project: 'p', action: { summary: 's' } }],
  ['outputAttachments', { project: 'p', outputAttachments: 'x' }],
])('a content with a fault at %s is not also reported as missing', (path, body) => {
  expect(Object.keys(faultsIn(body))).toEqual([path]);
});

test.each([
  ['action.name', { action: { name: ' ', summary: 's' } }],
  ['action.summary', { action: { name: 'n', summary: '\n' } }],
  ['tags.1', { output: '', tags: [' padded ', ' '] }],
])('a blank %s is a fault', (path, body) => {
  expect(faultsIn({ project: 'p', ...body })).toEqual({
    [path]: expect.stringContaining('Must not be blank'),
  });
});

test('a body that is not an object has one fault, under "body"', () => {
  expect(faultsIn([])).toEqual({ body: 'Must be an object.' });
});
