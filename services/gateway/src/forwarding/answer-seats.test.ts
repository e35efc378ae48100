import { expect, test } from '@jest/globals';
import type { TokenPrincipal } from '@output-review/contracts';

import { ANSWERS_PER_CALLER_MAX, AnswerSeats } from './answer-seats.ts';

const callerOf = (tokenId: string): TokenPrincipal => ({
  ...{ kind: 'token', workspaceId: 'w', tokenId, name: 'Bot', scopes: ['read'] },
});

const NEVER = new AbortController().signal;

async function takeAll(seats: AnswerSeats, caller: TokenPrincipal): Promise<(() => void)[]> {
  const taking = Array.from({ length: ANSWERS_PER_CALLER_MAX }, () => seats.take(caller, NEVER));
  return Promise.all(taking);
}

test('who has its share waits for its own answers in turn, and nobody else does', async () => {
  const seats = new AnswerSeats(60_000);
  const [first, second] = await takeAll(seats, callerOf('a'));
  const turns: string[] = [];
  const next = seats.take(callerOf('a'), NEVER).then(() => turns.push('next'));
  const last = seats.take(callerOf('a'), NEVER).then(() => turns.push('last'));

  await seats.take(callerOf('b'), NEVER);

  expect(turns).toEqual([]);
  first?.();
  await next;
  expect(turns).toEqual(['next']);
  second?.();
  await last;
});

test('who waits for too long is refused, and who hangs up waits no more', async () => {
  const seats = new AnswerSeats(20);
  const [first] = await takeAll(seats, callerOf('a'));
  const hangUp = new AbortController();
  const gone = seats.take(callerOf('a'), hangUp.signal);
  hangUp.abort();

  await expect(gone).rejects.toThrow('The client closed the connection');
  await expect(seats.take(callerOf('a'), NEVER)).rejects.toMatchObject({
    ...{ code: 'RATE_LIMITED', retryAfterSeconds: 1 },
  });

  first?.();
  await seats.take(callerOf('a'), NEVER);
});
