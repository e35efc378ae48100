import { job } from '../context.ts';
import { evaluateDue } from './evaluations.ts';

/** A sync submission whose inline call never came is late already; a second more is no matter. */
export const evaluateDueSubmissions = job({
  name: 'sync submissions that are due',
  everyMs: 1_000,
  run: evaluateDue,
});
