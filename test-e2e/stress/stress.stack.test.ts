import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { runStress, type StressOptions } from './run-stress.ts';

const COMMON = { ratePerSecond: 25, seed: 4, textsFile: null, print: () => {} };
const PLANT_LOSS = new URL('plant-loss.js', import.meta.url).href;

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-stress-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

const stress = (options: Pick<StressOptions, 'outputs' | 'kills' | 'stack' | 'standstillMs'>) =>
  runStress({ ...COMMON, ...options, dataDir });

test('kill -9 of every service and every server loses nothing and doubles nothing', async () => {
  const result = await stress({ outputs: 1_000, kills: 1 });

  expect(result.violations).toEqual([]);
  expect(result.answered).toBe(1_000);
  expect(result.decided).toBeGreaterThan(0);
  expect(Object.fromEntries(result.killed)).toEqual({
    ...{ gateway: 1, evaluator: 1, review: 1, instructions: 1, media: 1 },
    ...{ kafka: 1, postgres: 1, redis: 1, store: 1 },
  });
}, 600_000);

test('batches that a consumer loses, and decisions that nobody is told, do not go unnoticed', async () => {
  const result = await stress({
    outputs: 300,
    kills: 0,
    // Nothing is killed, so that nothing takes long to be noticed.
    standstillMs: 15_000,
    stack: { envOf: { review: { NODE_OPTIONS: `--import=${PLANT_LOSS}` } } },
  });

  const kinds = result.violations.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['lost', 'decision not announced']));
}, 600_000);
