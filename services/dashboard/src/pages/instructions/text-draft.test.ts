import { expect, test } from '@jest/globals';

import type { Suggestion } from './queries.ts';
import { readDocumentSearch } from './search.ts';
import {
  draftFrom,
  findOpenSuggestion,
  isTextTooLong,
  readTextDraft,
  type TextDraft,
} from './text-draft.ts';

test('restores a stored draft', () => {
  const draft: TextDraft = {
    ...{ baseVersion: 3, text: 'Be kind.\n', reason: 'Kinder', noteRefs: ['n1'] },
  };
  expect(readTextDraft(JSON.stringify(draft))).toEqual(draft);
  expect(draftFrom({ version: 3, content: 'Be' })).toMatchObject({ baseVersion: 3, text: 'Be' });
  expect(draftFrom(null)).toMatchObject({ baseVersion: 0, text: '' });
});

test('rejects anything else in the storage', () => {
  const whole = draftFrom(null);
  for (const wrong of [
    ...[
      { ...whole, baseVersion: '3' },
      { ...whole, text: undefined },
      { ...whole, reason: 1 },
    ],
    ...[{ ...whole, noteRefs: [1] }, { ...whole, noteRefs: null }, null, 'text', []],
  ]) {
    expect(readTextDraft(JSON.stringify(wrong))).toBeNull();
  }
  for (const kept of ['', '{']) expect(readTextDraft(kept)).toBeNull();
});

test('measures the maximum length in bytes', () => {
  expect(isTextTooLong('a'.repeat(262_144))).toBe(false);
  expect(isTextTooLong('a'.repeat(262_145))).toBe(true);
  expect(isTextTooLong('ü'.repeat(131_073))).toBe(true);
});

test('reads a document from any search params of the router', () => {
  const names = { project: 'Support / EU', task: 'Letters' };
  expect(readDocumentSearch(names)).toEqual(names);
  expect(readDocumentSearch({ project: 7, task: ' x ' })).toEqual({ project: '7', task: 'x' });
  expect(readDocumentSearch({ task: { a: 1 } })).toEqual({ project: '', task: '' });
});

test('shows the open suggestion, otherwise the latest failed or outdated one', () => {
  const open = (...states: readonly Suggestion['state'][]) =>
    findOpenSuggestion(states.map(suggestion))?.id ?? null;
  expect(open('failed', 'ready', 'accepted')).toBe('ready 1');
  expect(open('drafting', 'ready')).toBe('drafting 0');
  expect(open('failed', 'accepted')).toBe('failed 0');
  expect(open('stale', 'failed')).toBe('stale 0');
  expect(open('accepted', 'failed')).toBeNull();
  expect(open('dismissed', 'stale')).toBeNull();
  expect(open()).toBeNull();
});

function suggestion(state: Suggestion['state'], index: number): Suggestion {
  return {
    ...{ id: `${state} ${index}`, state, baseVersion: 1, content: null, changes: [], noteRefs: [] },
    ...{ outputs: [], decisions: null, failure: null },
    ...{ createdBy: 'mia@example.com', createdAt: '2026-03-04T05:06:07.008Z' },
  };
}
