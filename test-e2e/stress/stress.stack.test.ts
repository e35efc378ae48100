import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SERVICES } from '@output-review/contracts';
import type { Stack } from '@output-review/native';

import { queryOnce } from '../harness/process.ts';
import { runStress, type StressOptions } from './run-stress.ts';

// At this rate many submissions are alone in their batch, where bisecting does not help.
const COMMON = { ratePerSecond: 25, seed: 4, textsFile: null, print: () => {} };
const PLANT_LOSS = new URL('plant-loss.js', import.meta.url).href;

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-stress-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

type Options = Pick<StressOptions, 'outputs' | 'kills' | 'stack' | 'disturb' | 'standstillMs'>;

async function stress(options: Options) {
  try {
    return await runStress({ ...COMMON, ...options, dataDir });
  } catch (error) {
    throw new Error(`The run failed. ${await lastLogLines()}`, { cause: error });
  }
}

/** The last log lines of the services. */
async function lastLogLines(): Promise<string> {
  const dir = join(dataDir, 'logs');
  const names = (await readdir(dir)).filter((name) =>
    SERVICES.some((each) => name.startsWith(each)),
  );
  const texts = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
  return names
    .map((name, index) => `${name}:\n${texts[index]?.split('\n').slice(-10).join('\n')}`)
    .join('\n');
}

const CUTS = 150;

/** Repeatedly terminates all connections to PostgreSQL, at any point of their transactions. */
async function cutConnections({ postgres }: Stack): Promise<void> {
  for (let cut = 0; cut < CUTS; cut += 1) {
    await delay(200);
    // The server may have been killed.
    await queryOnce(postgres.superuserUrl, CUT).catch(() => {});
  }
}

const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

test('kill -9 of every service and server, with cut connections, causes no loss and no duplicates', async () => {
  const result = await stress({ outputs: 1_000, kills: 1, disturb: cutConnections });

  expect(result.violations).toEqual([]);
  expect(result.answered).toBe(1_000);
  expect(result.decided).toBeGreaterThan(0);
  expect(Object.fromEntries(result.killed)).toEqual({
    ...{ gateway: 1, evaluator: 1, review: 1, instructions: 1, media: 1 },
    ...{ kafka: 1, postgres: 1, redis: 1, store: 1 },
  });
}, 600_000);

test('lost submissions and unsent decisions are detected', async () => {
  const result = await stress({
    outputs: 300,
    kills: 0,
    // Nothing is killed, so a loss is certain sooner.
    standstillMs: 15_000,
    stack: { envOf: { review: { NODE_OPTIONS: `--import=${PLANT_LOSS}` } } },
  });

  const kinds = result.violations.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['lost', 'decision event missing']));
}, 600_000);
