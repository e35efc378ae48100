import type { OutputStatus, Verdict } from '@output-review/contracts';

interface Evaluated {
  readonly status: OutputStatus;
  readonly verdict: Verdict | null;
  readonly requireApproval: boolean;
}

/** Why an evaluation has left an output for a person; null where it has not. A flag says so by itself. */
export function heldBecause({ status, verdict, requireApproval }: Evaluated): string | null {
  if (status !== 'flagged') return null;
  if (requireApproval) return 'Held for approval';
  return verdict === 'fail' ? 'Held by a rule' : null;
}
