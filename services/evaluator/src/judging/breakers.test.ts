import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { Breakers } from './breakers.ts';
import { RateLimits } from './rate-limits.ts';

let nowMs: number;
let breakers: Breakers;

beforeEach(() => {
  nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  breakers = new Breakers();
});

afterEach(() => {
  jest.restoreAllMocks();
});

function fail(times: number): void {
  for (let time = 0; time < times; time += 1) {
    breakers.admit('w p');
    breakers.failed('w p');
  }
}

test('keeps calling a provider that fails now and then', () => {
  fail(4);
  breakers.answered('w p');
  fail(4);

  expect(breakers.admit('w p')).toEqual({ isAdmitted: true });
});

test('stops calls to a provider after five failures in a row, and to no other', () => {
  fail(5);

  expect(breakers.admit('w p')).toEqual({ isAdmitted: false, retryInMs: 5_000 });
  expect(breakers.admit('w q')).toEqual({ isAdmitted: true });
});

test('lets one call probe after the pause, and resumes all calls if it is answered', () => {
  fail(5);
  nowMs = 5_000;

  expect(breakers.admit('w p')).toEqual({ isAdmitted: true });
  expect(breakers.admit('w p')).toMatchObject({ isAdmitted: false });

  breakers.answered('w p');
  expect(breakers.admit('w p')).toEqual({ isAdmitted: true });
  expect(breakers.admit('w p')).toEqual({ isAdmitted: true });
});

test('lengthens the pause up to half a minute if the probe fails too', () => {
  const pauses: number[] = [];
  fail(5);
  for (let time = 0; time < 4; time += 1) {
    const refused = breakers.admit('w p');
    const retryInMs = refused.isAdmitted ? 0 : refused.retryInMs;
    pauses.push(retryInMs);
    nowMs += retryInMs;
    fail(1);
  }

  expect(pauses).toEqual([5_000, 10_000, 20_000, 30_000]);
});

test('lets another call probe if one was interrupted', () => {
  fail(5);
  nowMs = 5_000;
  breakers.admit('w p');

  breakers.abandoned('w p');

  expect(breakers.admit('w p')).toEqual({ isAdmitted: true });
});

test('forgets providers in trouble, and models that rate limit, when there are more than 10,000', () => {
  const limits = new RateLimits();
  const add = (key: string): void => {
    limits.limited(key, 60_000);
    for (let time = 0; time < 5; time += 1) breakers.failed(key);
  };
  const isKnown = (key: string) => [!breakers.admit(key).isAdmitted, limits.heldForMs(key) > 0];

  for (let index = 0; index < 10_000; index += 1) add(`${index}`);
  expect(isKnown('0')).toEqual([true, true]);

  for (const key of ['one more', 'another']) add(key);
  expect(isKnown('0')).toEqual([false, false]);
});
