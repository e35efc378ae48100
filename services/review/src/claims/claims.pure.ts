import { AppError } from '@output-review/errors';

import type { OutputKey } from '../outputs/output.pure.ts';

/** A claim that has not expired. */
export interface Claim extends OutputKey {
  readonly claimedBy: string;
  readonly claimedUntil: Date;
}

/** Another person has claimed the output. */
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
