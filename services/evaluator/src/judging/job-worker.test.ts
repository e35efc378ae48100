import { expect, test } from '@jest/globals';

import { nextRequest } from './job-worker.ts';

test.each([
  [16, 0, 20],
  [16, 5, 15],
  [4, 4, 1],
  [1, 0, 1],
])('with %i concurrent calls and %i jobs in progress claims %i more', (callsMax, active, limit) => {
  const busy = Array<string>(active).fill('busy');

  expect(nextRequest(busy, callsMax)).toEqual({ limit, except: [] });
});

test('with all slots taken claims only from workspaces without one, up to a limit', () => {
  const busy = Array<string>(16).fill('busy');

  expect(nextRequest([...busy, 'a', 'b', 'b', 'c'], 16)).toEqual({
    limit: 12,
    except: ['busy', 'a', 'b', 'c'],
  });
  expect(nextRequest([...busy, ...busy], 16)).toBeNull();
});
