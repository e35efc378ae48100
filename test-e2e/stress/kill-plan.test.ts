import { expect, test } from '@jest/globals';

import { planKills, VICTIMS } from './kill-plan.ts';

const OPTIONS = { seed: 7, spanMs: 60_000, times: 3 };

test('the same seed plans the same kills, another seed different ones', () => {
  expect(planKills(OPTIONS)).toEqual(planKills(OPTIONS));
  expect(planKills(OPTIONS)).not.toEqual(planKills({ ...OPTIONS, seed: 8 }));
});

test('each victim is killed as often as requested, within the span, and never while it is down', () => {
  const kills = planKills(OPTIONS);

  for (const victim of VICTIMS) {
    const ofVictim = kills.filter((kill) => kill.victim === victim);
    expect(ofVictim).toHaveLength(3);
    for (const [index, kill] of ofVictim.entries()) {
      const before = ofVictim[index - 1];
      expect(kill.atMs).toBeGreaterThanOrEqual(before ? before.atMs + before.downMs : 0);
      expect(kill.atMs + kill.downMs).toBeLessThanOrEqual(OPTIONS.spanMs);
    }
  }
});

test('kills are sorted by time', () => {
  const times = planKills(OPTIONS).map(({ atMs }) => atMs);

  expect(times).toEqual(times.toSorted((one, other) => one - other));
});
