import { makeRandomNumbers } from '../harness/random-numbers.ts';

/** What can be killed: each service, and each server that they need. */
export const VICTIMS = [
  'gateway',
  'evaluator',
  'review',
  'instructions',
  'media',
  'kafka',
  'postgres',
  'redis',
  'store',
] as const;
export type Victim = (typeof VICTIMS)[number];

export interface PlannedKill {
  readonly victim: Victim;
  /** After the beginning of the load. */
  readonly atMs: number;
  /** Until it is started again. */
  readonly downMs: number;
}

export interface KillPlanOptions {
  readonly seed: number;
  /** How long the load lasts at least; the kills are spread over it. */
  readonly spanMs: number;
  /** How often each of them is killed. */
  readonly times: number;
}

const DOWN_MS_MIN = 200;
const DOWN_MS_MAX = 4_000;

/**
 * Plans kills at random instants, each victim as often as the others, in the order of time. Two may be
 * down at once; one that is down is not killed again before it was started.
 */
export function planKills({ seed, spanMs, times }: KillPlanOptions): readonly PlannedKill[] {
  const random = makeRandomNumbers(seed);
  const partMs = spanMs / times;
  return VICTIMS.flatMap((victim) =>
    Array.from({ length: times }, (_, part) => {
      const downMs = DOWN_MS_MIN + random() * (DOWN_MS_MAX - DOWN_MS_MIN);
      // Each part has one kill of each victim, so that it is up again in the next.
      const atMs = part * partMs + random() * Math.max(0, partMs - DOWN_MS_MAX);
      return { victim, atMs: Math.round(atMs), downMs: Math.round(downMs) };
    }),
  ).sort((one, other) => one.atMs - other.atMs);
}
