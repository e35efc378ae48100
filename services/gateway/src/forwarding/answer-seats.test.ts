import { expect, test } from '@jest/globals';
import type { TokenPrincipal } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import { ANSWERS_PER_CALLER_MAX, ANSWERS_PER_WORKSPACE_MAX, AnswerSeats } from './answer-seats.ts';

const callerOf = (tokenId: string, workspaceId = 'w'): TokenPrincipal => ({
  ...{ kind: 'token', workspaceId, tokenId, name: 'Bot', scopes: ['read'] },
});

const newSignal = () => new AbortController().signal;
const NEVER = newSignal();

async function takeAll(
  seats: AnswerSeats,
  caller: TokenPrincipal,
  count = ANSWERS_PER_CALLER_MAX,
): Promise<(() => void)[]> {
  return Promise.all(Array.from({ length: count }, () => seats.take(caller, NEVER)));
}

test('a caller at its limit waits for its own answers in order, other callers do not wait', async () => {
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

test('refuses a caller that waits too long, and drops one that hangs up', async () => {
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

test('a workspace at its limit waits regardless of its number of tokens, other workspaces do not', async () => {
  const seats = new AnswerSeats(20);
  await takeAll(seats, callerOf('a'));
  const [first] = await takeAll(
    seats,
    callerOf('b'),
    ANSWERS_PER_WORKSPACE_MAX - ANSWERS_PER_CALLER_MAX,
  );

  await expect(seats.take(callerOf('c'), NEVER)).rejects.toMatchObject({ code: 'RATE_LIMITED' });

  first?.();
  await seats.take(callerOf('c'), NEVER);
  await seats.take(callerOf('d', 'other'), NEVER);
});

test('each further workspace has as many seats as are still free, and freed seats go to the one with the fewest', async () => {
  const seats = new AnswerSeats(60_000);
  const given: string[] = [];
  const askForAll = (workspaceId: string) =>
    Array.from({ length: 2 * ANSWERS_PER_CALLER_MAX }, (_, n) =>
      seats.take(callerOf(`${workspaceId} ${n % 2}`, workspaceId), newSignal()).then((giveBack) => {
        given.push(workspaceId);
        return giveBack;
      }),
    );
  const ofA = askForAll('a');
  const ofOthers = ['b', 'c'].flatMap(askForAll);
  const countOf = (workspaceId: string) => given.filter((each) => each === workspaceId).length;
  await eventually(() => expect(['a', 'b', 'c'].map(countOf)).toEqual([64, 32, 16]));

  for (const taken of ofA.slice(0, 4)) (await taken)();

  await eventually(() => expect(given.slice(112)).toEqual(['c', 'c']));
  expect(countOf('a')).toBe(64);
  for (const taken of [...ofA.slice(4), ...ofOthers]) void taken.then((giveBack) => giveBack());
  await eventually(() => expect(given).toHaveLength(6 * ANSWERS_PER_CALLER_MAX));
});

test('gives seats to the waiting callers of a workspace in turn, within the limit of each caller', async () => {
  const seats = new AnswerSeats(60_000);
  const ofA = await takeAll(seats, callerOf('a'));
  const ofB = await takeAll(seats, callerOf('b'), ANSWERS_PER_WORKSPACE_MAX - ofA.length - 2);
  const ofC = await takeAll(seats, callerOf('c'), 2);
  const turns: string[] = [];
  const wait = (name: string) =>
    seats.take(callerOf(name), NEVER).then((giveBack) => {
      turns.push(name);
      return giveBack;
    });
  const waiting = ['a', 'b', 'b', 'b', 'd', 'd'].map(wait);
  const untilTurns = (count: number) => eventually(() => expect(turns).toHaveLength(count));

  ofC[0]?.();
  await untilTurns(1);
  ofC[1]?.();
  await untilTurns(2);
  ofB[0]?.();
  await untilTurns(3);
  ofA[0]?.();
  await untilTurns(4);
  expect(turns).toEqual(['b', 'd', 'b', 'a']);

  for (const giveBack of ofA.slice(1, 3)) giveBack();
  await Promise.all(waiting);
});
