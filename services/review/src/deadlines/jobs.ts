import { job } from '../context.ts';
import { actOnDueDeadlines } from './deadlines.ts';

/** What a deadline is late by is nothing to people. */
export const actOnDeadlines = job({
  name: 'deadlines',
  everyMs: 1_000,
  run: actOnDueDeadlines,
});
