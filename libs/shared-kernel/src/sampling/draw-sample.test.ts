import { createHmac } from 'node:crypto';

import { expect, test } from '@jest/globals';
import { deriveSecret } from '@output-review/runtime';

import { type DrawSample, makeDrawSample } from './draw-sample.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const WORKSPACE = '01960000-0000-7000-8000-000000000001';
const RATES = [0, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.99, 1];
const N = 100_000;

// Like IDs of callers: they differ only at the end.
const IDS = Array.from({ length: N }, (_, n) => (n % 2 ? String(n) : `order-2026-03-01:${n}`));

const drawn = drawAll(IDS, makeDrawSample(KEY));

function drawAll(
  ids: readonly string[],
  draw: DrawSample,
  workspaceOf = (_id: string): string => WORKSPACE,
): number[] {
  return ids.map((id) => draw(workspaceOf(id), id));
}

test.each(RATES)(
  'places the share %d of 100,000 IDs under that rate, within three standard deviations',
  (rate) => {
    const deviation = Math.sqrt(N * rate * (1 - rate));

    expect(Math.abs(countBelow(drawn, rate) - N * rate)).toBeLessThanOrEqual(3 * deviation);
  },
);

test('draws the same number for an ID each time, regardless of earlier draws', () => {
  const draw = makeDrawSample(KEY);
  const everyTenth = Array.from({ length: N / 10 }, (_, n) => n * 10 + (n % 2));
  const backwards = everyTenth.toReversed().map((n) => draw(WORKSPACE, IDS[n]!));

  expect(backwards.reverse()).toEqual(everyTenth.map((n) => drawn[n]));
});

test('draws independently per workspace and per key: half of one sample at 0.5 is in the other', () => {
  // If the draws were equal, half of all IDs would be in both samples.
  const some = IDS.slice(0, N / 10);
  const elsewhere = drawAll(some, makeDrawSample(KEY), (id) => `workspace of ${id}`);
  const byOtherKey = drawAll(some, makeDrawSample(Buffer.alloc(32, 8).toString('base64')));

  for (const other of [elsewhere, byOtherKey]) {
    const both = other.filter((number, n) => Math.max(number, drawn[n]!) < 0.5).length;
    expect(Math.abs(both - some.length / 4)).toBeLessThan(3 * Math.sqrt(some.length * 0.25 * 0.75));
  }
});

test('a draw is the first 48 bits of an HMAC of workspace and ID', () => {
  const bits = createHmac('sha256', deriveSecret(KEY, 'samples'))
    .update(`${WORKSPACE}/hello`)
    .digest('hex')
    .slice(0, 12);

  expect(makeDrawSample(KEY)(WORKSPACE, 'hello')).toBe(parseInt(bits, 16) / 2 ** 48);
});

/** The number of draws below a rate. */
function countBelow(numbers: readonly number[], rate: number): number {
  return numbers.filter((number) => number < rate).length;
}
