import { setTimeout as delay } from 'node:timers/promises';

import type { ServiceName } from '@output-review/contracts';
import type { Stack } from '@output-review/native';

import { type PlannedKill, type Victim, VICTIMS } from './kill-plan.ts';

/**
 * Kills and starts again as planned, and resolves when everything runs.
 *
 * @returns how often each was killed.
 */
export async function carryOutKills(
  stack: Stack,
  kills: readonly PlannedKill[],
): Promise<ReadonlyMap<Victim, number>> {
  const times = new Map<Victim, number>();
  const beganAt = performance.now();
  const carryOut = async ({ victim, atMs, downMs }: PlannedKill): Promise<void> => {
    await delay(Math.max(0, beganAt + atMs - performance.now()));
    const running = find(stack, victim);
    await running.kill();
    times.set(victim, (times.get(victim) ?? 0) + 1);
    await delay(downMs);
    await running.startAgain();
  };
  // Kills of one victim follow each other; those of different ones may fall together.
  await Promise.all(
    VICTIMS.map(async (victim) => {
      for (const kill of kills) if (kill.victim === victim) await carryOut(kill);
    }),
  );
  return times;
}

interface Killable {
  kill(): Promise<void>;
  /** Does not wait until it is ready: it may have to wait for another that is down. */
  startAgain(): Promise<void>;
}

function find(stack: Stack, victim: Victim): Killable {
  if (victim in stack.services) return findService(stack, victim as ServiceName);
  const { kafka, postgres, redis, store } = stack;
  const server = { kafka, postgres, redis, store }[victim as Exclude<Victim, ServiceName>];
  return { kill: () => server.kill(), startAgain: () => server.start() };
}

function findService({ services }: Stack, service: ServiceName): Killable {
  const [replica] = services[service];
  if (!replica) throw new Error(`${service} has no replica`);
  return { kill: () => replica.kill(), startAgain: () => replica.launch() };
}
