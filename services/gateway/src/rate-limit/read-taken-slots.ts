import type { TakenSlots } from './counted-slots.ts';

export interface TakeCall {
  /** How many slots were asked for. */
  readonly count: number;
  readonly windowMs: number;
}

/**
 * Reads what the script that takes slots has answered: Redis's time, then that of each slot.
 *
 * @returns null where Redis does not count under the epoch.
 * @throws Error for what the script never answers. Something else may stand where Redis should, and a time of
 * its own would become that of an output.
 */
export function readTakenSlots(reply: unknown, { count, windowMs }: TakeCall): TakenSlots | null {
  if (!Array.isArray(reply)) throw new Error('Redis did not answer with a list');
  if (reply.length === 0) return null;
  const [now = NaN, ...times] = reply.map(Number);
  const isSlot = (time: number): boolean =>
    Number.isSafeInteger(time) && (time === -1 || (time <= now && time > now - windowMs));
  if (!Number.isSafeInteger(now) || times.length !== count || !times.every(isSlot)) {
    throw new Error('Redis answered with times that the script cannot give');
  }
  return times.map((time) => (time === -1 ? null : new Date(time)));
}
