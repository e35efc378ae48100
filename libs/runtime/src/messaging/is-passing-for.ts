import { isOutage, isStatementTimeout } from '../database/is-outage.ts';

// The first may be a lock or a busy server. The same batch a second time in a row is too much work.
const STATEMENT_TIMEOUTS_MAX = 2;

/**
 * Makes the verdict on the failures of one batch, told of each in turn: whether to wait and hand in the
 * same batch again. An outage is waited for; a statement that keeps being given up for its length is
 * not, as long as there is something to halve. An event that is alone is waited for: it has no fault.
 */
export function isPassingFor(events: number): (error: unknown) => boolean {
  let inARow = 0;
  return (error) => {
    inARow = isStatementTimeout(error) ? inARow + 1 : 0;
    if (events > 1 && inARow >= STATEMENT_TIMEOUTS_MAX) return false;
    return isOutage(error);
  };
}
