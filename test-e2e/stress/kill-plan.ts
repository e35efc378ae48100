import { makeRandomNumbers } from '@output-review/runtime/testing';

/** What can be killed: each service, and each server they depend on. */
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
  /** Offset from the start of the load. */
  readonly atMs: number;
  /** Time until it is restarted. */
  readonly downMs: number;
}

export interface KillPlanOptions {
  readonly seed: number;
  /** Minimum duration of the load, over which the kills are spread. */
  readonly spanMs: number;
  /** Number of kills of each victim. */
  readonly times: number;
}

const DOWN_MS_MIN = 200;
const DOWN_MS_MAX = 4_000;

/**
 * Plans kills at random times, equally often for each victim, sorted by time. Two victims may be down at once. A victim
 * is not killed again before its restart.
 */
export function planKills({ seed, spanMs, times }: KillPlanOptions): readonly PlannedKill[] {
  const random = makeRandomNumbers(seed);
  const partMs = spanMs / times;
  return VICTIMS.flatMap((victim) =>
    Array.from({ length: times }, (_, part) => {
      const downMs = DOWN_MS_MIN + random() * (DOWN_MS_MAX - DOWN_MS_MIN);
      // Each part has one kill of each victim, which is up again in the next part.
      const atMs = part * partMs + random() * Math.max(0, partMs - DOWN_MS_MAX);
      return { victim, atMs: Math.round(atMs), downMs: Math.round(downMs) };
    }),
  ).sort((one, other) => one.atMs - other.atMs);
}
