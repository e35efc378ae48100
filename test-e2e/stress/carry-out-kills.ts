import { setMaxListeners } from 'node:events';

import type { ServiceName } from '@output-review/contracts';
import type { Stack } from '@output-review/native';
import { wait } from '@output-review/runtime';

import { type PlannedKill, type Victim, VICTIMS } from './kill-plan.ts';

/**
 * Kills and restarts as planned. Resolves when everything has been restarted. An abort rejects with its reason once no
 * start is pending.
 *
 * @returns how often each victim was killed.
 */
export async function carryOutKills(
  stack: Stack,
  kills: readonly PlannedKill[],
  signal: AbortSignal = new AbortController().signal,
): Promise<ReadonlyMap<Victim, number>> {
  // Each victim adds a listener.
  setMaxListeners(0, signal);
  const times = new Map<Victim, number>();
  const beganAt = performance.now();
  const carryOut = async ({ victim, atMs, downMs }: PlannedKill): Promise<void> => {
    await wait(Math.max(0, beganAt + atMs - performance.now()), signal);
    signal.throwIfAborted();
    const running = find(stack, victim);
    await running.kill();
    times.set(victim, (times.get(victim) ?? 0) + 1);
    await wait(downMs, signal);
    signal.throwIfAborted();
    await running.startAgain();
  };
  // Kills of one victim are sequential. Kills of different victims may overlap.
  const carryingOut = VICTIMS.map(async (victim) => {
    for (const kill of kills) if (kill.victim === victim) await carryOut(kill);
  });
  try {
    await Promise.all(carryingOut);
  } finally {
    // A process still being started would outlive the stack.
    if (signal.aborted) await Promise.allSettled(carryingOut);
  }
  return times;
}

interface Killable {
  kill(): Promise<void>;
  /** Does not wait until it is ready, because it may depend on another one that is down. */
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
