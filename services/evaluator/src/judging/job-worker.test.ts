import { expect, test } from '@jest/globals';

import { nextRequest } from './job-worker.ts';

test.each([
  [16, 0, 20],
  [16, 5, 15],
  [4, 4, 1],
  [1, 0, 1],
])('with %i calls at a time and %i jobs in hand it claims %i more', (callsMax, inHand, limit) => {
  const busy = Array<string>(inHand).fill('busy');

  expect(nextRequest(busy, callsMax)).toEqual({ limit, except: [] });
});

test('when all places are taken only workspaces without one are asked for, up to a bound', () => {
  const busy = Array<string>(16).fill('busy');

  expect(nextRequest([...busy, 'a', 'b', 'b', 'c'], 16)).toEqual({
    limit: 12,
    except: ['busy', 'a', 'b', 'c'],
  });
  expect(nextRequest([...busy, ...busy], 16)).toBeNull();
});
