import { expect, test } from '@jest/globals';

import { SlotList } from './slot-list.ts';

test('removes a deleted item and reuses its slot', () => {
  const list = new SlotList<{ readonly name: string }>();
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => ({ name }));
  list.add(one!);
  const slot = list.add(two!);
  list.add(three!);

  list.delete(slot);
  expect([...list]).toEqual([one, three]);

  expect(list.add(four!)).toBe(slot);
  expect([...list]).toEqual([one, four, three]);
});
