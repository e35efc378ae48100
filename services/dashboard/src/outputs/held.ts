import type { AppliedRule, Output } from './output-queries.ts';

/** Whether a person is asked, or was. */
export function isHeld({ status }: Pick<Output, 'status'>): boolean {
  return status === 'flagged' || status === 'error';
}

/** Whether a rule is why. */
export function isObjecting({ outcome }: Pick<AppliedRule, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'error';
}
