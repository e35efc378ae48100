import { expect, test } from '@jest/globals';

import { replaceDraft } from './draft.ts';

test('keeps a draft on the page when the storage is full', () => {
  const kept: string[] = [];
  let isFull = true;
  const setItem = (_: string, text: string): void => {
    if (isFull) throw new DOMException('No place', 'QuotaExceededError');
    kept.push(text);
  };
  Object.assign(globalThis, { sessionStorage: { getItem: () => null, setItem } });
  const owner = { workspaceId: 'w1', userId: 'u1' };
  replaceDraft(owner, 'note', { from: '', to: 'Too blunt' });
  isFull = false;
  replaceDraft(owner, 'note', { from: 'Too blunt', to: 'Too long' });

  expect(kept).toEqual(['Too long']);
});

test('replaces only the draft that was given, of that person and workspace, also after a reload', () => {
  const stored = new Map([['output-review.draft.w2.u2.note', 'From before']]);
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    },
  });
  const owner = { workspaceId: 'w2', userId: 'u2' };
  expect(replaceDraft(owner, 'note', { from: '', to: 'Lost' })).toBe(false);
  expect(replaceDraft(owner, 'note', { from: 'From before', to: 'Edited' })).toBe(true);
  for (const other of [{ workspaceId: 'w3' }, { userId: 'u3' }]) {
    expect(replaceDraft({ ...owner, ...other }, 'note', { from: '', to: 'Another' })).toBe(true);
  }
  expect(replaceDraft(owner, 'note', { from: 'Edited', to: '' })).toBe(true);
  expect([...stored.values()]).toEqual(['Another', 'Another']);
});
