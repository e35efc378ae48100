import { job } from '../context.ts';
import { removeExpiredOutputs } from './removal.ts';

export const removeExpired = job({
  name: 'remove expired outputs',
  everyMs: 10 * 60_000,
  run: removeExpiredOutputs,
});
