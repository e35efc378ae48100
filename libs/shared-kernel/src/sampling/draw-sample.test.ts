import { createHmac } from 'node:crypto';

import { expect, test } from '@jest/globals';
import { deriveSecret } from '@output-review/runtime';

import { makeDrawSample } from './draw-sample.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const WORKSPACE = '01960000-0000-7000-8000-000000000001';
const RATES = [0, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.99, 1];
const N = 100_000;

// As callers choose them: alike but for their end.
const IDS = Array.from({ length: N }, (_, n) => (n % 2 ? String(n) : `order-2026-03-01:${n}`));

function sampled(rate: number, draw = makeDrawSample(KEY)): Set<string> {
  return new Set(IDS.filter((id) => draw(WORKSPACE, id) < rate));
}

test.each(RATES)('of 100,000 ids the share %d falls under it, within three deviations', (rate) => {
  const deviation = Math.sqrt(N * rate * (1 - rate));

  expect(Math.abs(sampled(rate).size - N * rate)).toBeLessThanOrEqual(3 * deviation);
});

test('an id is always in or out at one rate, and whatever is in at one rate is in at each higher', () => {
  for (const [n, rate] of RATES.entries()) {
    const now = sampled(rate);
    expect(sampled(rate)).toEqual(now);
    for (const id of sampled(RATES[n - 1] ?? 0)) expect(now.has(id)).toBe(true);
  }
});

test('other workspaces and other keys draw differently: half of what is in at a half is out', () => {
  const draw = makeDrawSample(KEY);
  const here = sampled(0.5);
  const elsewhere = new Set(IDS.filter((id) => draw(`workspace of ${id}`, id) < 0.5));
  const byOtherKey = sampled(0.5, makeDrawSample(Buffer.alloc(32, 8).toString('base64')));

  for (const other of [elsewhere, byOtherKey]) {
    const both = [...here].filter((id) => other.has(id)).length;
    expect(Math.abs(both - N / 4)).toBeLessThan(3 * Math.sqrt(N * 0.25 * 0.75));
  }
});

test('it is the first 48 bits of an HMAC of workspace and id', () => {
  const bits = createHmac('sha256', deriveSecret(KEY, 'samples'))
    .update(`${WORKSPACE}/hello`)
    .digest('hex')
    .slice(0, 12);

  expect(makeDrawSample(KEY)(WORKSPACE, 'hello')).toBe(parseInt(bits, 16) / 2 ** 48);
});
