import { expect, test } from '@jest/globals';

import { newId } from './new-id.ts';

test('ids differ and rise in the order in which they were made', () => {
  const ids = Array.from({ length: 10_000 }, newId);

  expect(new Set(ids).size).toBe(10_000);
  expect([...ids].sort()).toEqual(ids);
});
