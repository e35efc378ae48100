import { expect, test } from '@jest/globals';

import { readQueueSearch } from './search.ts';

test('reads typed search params, which the router parses, and drops malformed ones', () => {
  const all = { id: 'a', lane: 'mine', project: 'p', q: 'refund', due: 'soon', view: 'v' };
  expect(readQueueSearch({ ...all, order: 'deadline' })).toEqual({ ...all, order: 'deadline' });
  expect(readQueueSearch({ id: 4711, q: 12, project: 7 })).toEqual({
    ...{ id: '4711', q: '12', project: '7' },
  });
  expect(readQueueSearch({ id: '', lane: 'all', q: ' ', due: 1, order: 'age', view: {} })).toEqual(
    {},
  );
});
