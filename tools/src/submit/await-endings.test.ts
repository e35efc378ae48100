import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import type { ApiAnswer, ApiClient } from './api-client.ts';
import { awaitEndings } from './await-endings.ts';
import { emptyTally, NotAllowed } from './send-lines.ts';

const SETTLED = { status: 200, headers: {}, body: { status: 'pass', verdict: 'pass' } };
const REFUSED = { status: 401, headers: {}, body: { error: 'Unknown token' } };

test('a refusal ends the wait once requests in flight are answered, and no new ones are sent', async () => {
  const [asked, answered]: [string[], string[]] = [[], []];
  const client = clientThat(async (id) => {
    asked.push(id);
    // The refusal arrives before the other answer.
    if (id !== 'a') await nextTurn();
    answered.push(id);
    return id === 'a' ? REFUSED : SETTLED;
  });
  const tally = emptyTally();
  for (const id of ['a', 'b', 'c', 'd']) tally.outputs.set(id, null);

  const waiting = awaitEndings(tally, {
    ...{ client, concurrency: 2, waitMsMax: 10_000 },
    ...{ stopping: new AbortController().signal, onChange: () => {} },
  });

  await expect(waiting).rejects.toThrow(NotAllowed);
  expect({ asked, answered }).toEqual({ asked: ['a', 'b'], answered: ['a', 'b'] });
  expect(tally.outputs.get('b')).toEqual(SETTLED.body);
});

function clientThat(answer: (id: string) => Promise<ApiAnswer>): ApiClient {
  return {
    call: ({ path }) => answer(path.split('/')[3]!),
    close: async () => {},
  };
}
