import { job } from '../context.ts';
import { releaseExpired } from './claims.sql.ts';

/** Nobody goes by them any more; whoever watches is told. */
export const endClaims = job({
  name: 'end claims that have run out',
  everyMs: 10_000,
  run: ({ db }) => releaseExpired(db),
});
