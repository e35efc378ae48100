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
