import { expect, test } from '@jest/globals';

import { changesOf, type Details, readMetadata } from './details.ts';

const BEFORE: Details = {
  ...{ sessionId: 'chat', subjectId: '', actorId: '', tags: 'eu' },
  metadata: '{"plan":"free","limits":{"seats":3},"old":true}',
  labels: { 'w/o/0-a.txt': '', 'w/o/1-b.txt': 'The order' },
};
const after = (change: Partial<Details>) => changesOf(BEFORE, { ...BEFORE, ...change });

test('sends nothing for unchanged values in any notation', () => {
  expect(after({})).toEqual({});
  expect(after({ metadata: '{ "old": true, "limits": {"seats": 3}, "plan": "free" }' })).toEqual(
    {},
  );
  expect(after({ sessionId: ' chat ', subjectId: ' ' })).toEqual({});
});

test('does not send surrounding whitespace unless the value changes', () => {
  const padded = { ...BEFORE, sessionId: ' chat ', labels: { 'w/o/0-a.txt': ' The order ' } };
  expect(changesOf(padded, padded)).toEqual({});
  expect(changesOf(padded, { ...padded, sessionId: 'mail ' })).toEqual({ sessionId: 'mail' });
});

test('sends only the metadata keys that were changed, added or removed', () => {
  expect(after({ metadata: '{"plan":"pro","limits":{"seats":3},"region":"eu"}' })).toEqual({
    metadataJson: { plan: 'pro', region: 'eu' },
    metadataRemove: ['old'],
  });
  expect(after({ metadata: '' })).toEqual({ metadataRemove: ['plan', 'limits', 'old'] });
});

test('clears a label, splits tags, and sends nothing for invalid metadata', () => {
  expect(after({ labels: { ...BEFORE.labels, 'w/o/1-b.txt': ' ' } })).toEqual({
    attachments: [{ key: 'w/o/1-b.txt', label: '' }],
  });
  expect(after({ tags: 'eu, , urgent ,' })).toEqual({ tags: ['eu', 'urgent'] });
  for (const metadata of ['{', '[]', 'null', '"a"']) expect(after({ metadata })).toBeNull();
});

test.each([
  ['digits', '{"plan":12345678901234567890}'],
  ['name', '{"plan":"pro","plan":"free"}'],
  ['notAnObject', '{'],
] as const)('refuses metadata that parsing would change: %s', (fault, metadata) => {
  expect(readMetadata(metadata)).toEqual({ params: null, faults: new Map([['', fault]]) });
  expect(after({ metadata })).toBeNull();
});
