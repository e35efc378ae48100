import { expect, test } from '@jest/globals';

import { ClaimsInHand } from './claims-in-hand.ts';
import type { ClaimedJob, ClaimRequest } from './judge-jobs.ts';
import { makeTakeJobs } from './take-jobs.ts';

/** Jobs that are worked on for as long as the test runs. */
async function requestsOf(callsMax: number, workspaces: readonly string[]): Promise<ClaimRequest> {
  const inHand = new ClaimsInHand();
  const requests: ClaimRequest[] = [];
  const waiting = workspaces.map((workspaceId, index) => jobOf(workspaceId, index));
  const take = makeTakeJobs({
    jobs: {
      claim: async (request) => {
        requests.push(request);
        return waiting.splice(0);
      },
    },
    inHand,
    runJob: () => new Promise(() => undefined),
    callsMax,
    onFailed: () => undefined,
    onEnded: () => undefined,
  });
  await take();
  await take();
  return requests[1] ?? { limit: 0, except: [] };
}

test.each([
  [16, 0, 20],
  [16, 5, 15],
  [4, 4, 1],
  [1, 0, 1],
])('with %i calls at a time and %i jobs in hand it claims %i more', async (...given) => {
  const [callsMax, inHand, limit] = given;

  const request = await requestsOf(callsMax, Array<string>(inHand).fill('busy'));

  expect(request).toEqual({ limit, except: [] });
});

test('when all places are taken only workspaces without one are asked for, up to a bound', async () => {
  const busy = Array<string>(16).fill('busy');

  expect(await requestsOf(16, [...busy, 'a', 'b', 'b', 'c'])).toEqual({
    limit: 12,
    except: ['busy', 'a', 'b', 'c'],
  });
  expect(await requestsOf(16, [...busy, ...busy])).toEqual({ limit: 0, except: [] });
});

function jobOf(workspaceId: string, index: number): ClaimedJob {
  return {
    ...{ workspaceId, id: `o${index}`, run: 1, attempt: 1, traceparent: null },
    ...{ material: {}, rules: [], failingForMs: null },
  };
}
