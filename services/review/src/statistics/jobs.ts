import { job } from '../context.ts';
import { countHappened } from './count.sql.ts';

/** A picture may be that late. */
export const countNews = job({
  name: 'count what happened',
  everyMs: 1_000,
  run: ({ db }, signal) => countHappened(db, signal),
});
