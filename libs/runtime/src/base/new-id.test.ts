import { expect, test } from '@jest/globals';

import { newId } from './new-id.ts';

test('ids are unique and sort in creation order', () => {
  const ids = Array.from({ length: 10_000 }, newId);

  expect(new Set(ids).size).toBe(10_000);
  expect([...ids].sort()).toEqual(ids);
});
