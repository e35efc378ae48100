import { AppError } from '@output-review/errors';

import type { OutputKey } from '../outputs/output.pure.ts';

/** One that has not run out. */
export interface Claim extends OutputKey {
  readonly claimedBy: string;
  readonly claimedUntil: Date;
}

/** Another person has the output. */
export class Claimed extends AppError {
  readonly claimedBy: string;

  constructor(claimedBy: string) {
    super(
      'CLAIMED',
      `${claimedBy} has claimed this output. Take it over first, or send takeOver.`,
      {
        details: { claimedBy },
      },
    );
    this.claimedBy = claimedBy;
  }
}
