/**
 * A time of a step, in ms: from 2^(step/4) on and below 2^((step+1)/4). It is the middle of them, which is
 * wrong by a tenth at most.
 */
export function timeOfStep(step: number): number {
  return Math.round(2 ** ((step + 0.5) / 4));
}
