import { expect, test } from '@jest/globals';

import { readQueueSearch, toSearch } from './search.ts';

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

test('searches undecided outputs of the lane, by deadline or age', () => {
  const waiting = { pending: true, sortBy: 'timestamp', sortDir: 'asc' };
  expect(toSearch({ view: 'v' }, 0)).toEqual(waiting);
  expect(toSearch({ lane: 'mine', order: 'deadline' }, 0)).toEqual({
    ...{ ...waiting, assignee: 'me', sortBy: 'respondBy' },
  });
  expect(toSearch({ lane: 'samples', project: 'p', q: 'refund', due: 'soon' }, 0)).toEqual({
    ...{ sampled: true, humanDecision: 'none', status: 'pass' },
    ...{ sortBy: 'timestamp', sortDir: 'asc', project: 'p', q: 'refund' },
    dueBefore: '1970-01-02T00:00:00.000Z',
  });
});
