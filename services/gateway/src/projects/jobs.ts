import { job } from '../context.ts';
import { liftAbandoned } from './deletion.ts';

export const liftAbandonedClosings = job({
  name: 'lift abandoned closings',
  // A minute is when a mark counts as abandoned; until the next look its project takes nothing.
  everyMs: 15_000,
  run: liftAbandoned,
});
