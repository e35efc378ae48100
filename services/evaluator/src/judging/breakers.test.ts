import { beforeEach, expect, test } from '@jest/globals';

import { Breakers } from './breakers.ts';

let nowMs: number;
let breakers: Breakers;

beforeEach(() => {
  nowMs = 0;
  breakers = new Breakers({ readMs: () => nowMs });
});

function fail(times: number): void {
  for (let time = 0; time < times; time += 1) {
    breakers.admit('w p');
    breakers.failed('w p');
  }
}

test('a provider that fails now and then is called on', () => {
  fail(4);
  breakers.answered('w p');
  fail(4);

  expect(breakers.admit('w p')).toEqual({ isAdmitted: true });
});

test('one that fails five times in a row is left alone for a while, and only that one', () => {
  fail(5);

  expect(breakers.admit('w p')).toEqual({ isAdmitted: false, retryInMs: 5_000 });
  expect(breakers.admit('w q')).toEqual({ isAdmitted: true });
});

test('then one call goes through, and an answer lets all go again', () => {
  fail(5);
  nowMs = 5_000;

  expect(breakers.admit('w p')).toEqual({ isAdmitted: true });
  expect(breakers.admit('w p')).toMatchObject({ isAdmitted: false });

  breakers.answered('w p');
  expect(breakers.admit('w p')).toEqual({ isAdmitted: true });
  expect(breakers.admit('w p')).toEqual({ isAdmitted: true });
});

test('where that fails too the pause grows, up to half a minute', () => {
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

test('a probe that was interrupted leaves the place to another', () => {
  fail(5);
  nowMs = 5_000;
  breakers.admit('w p');

  breakers.abandoned('w p');

  expect(breakers.admit('w p')).toEqual({ isAdmitted: true });
});
