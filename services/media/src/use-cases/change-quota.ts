import { AppError } from '@output-review/errors';

import type { Usage } from '../domain/usage.ts';
import type { UsageStore } from './usage-store.ts';

export const makeChangeQuota =
  ({
    usage,
    operatorQuotaBytes,
  }: {
    readonly usage: UsageStore;
    readonly operatorQuotaBytes: number;
  }) =>
  /**
   * Changes how much room the files of a workspace may take; null takes the operator's. What is there
   * stays, also where it takes more. A trial says only whether it may be.
   *
   * @throws AppError VALIDATION_FAILED where it is more than the operator's.
   */
  async (
    workspaceId: string,
    { quotaBytes, isTrial }: { quotaBytes: number | null; isTrial: boolean },
  ): Promise<Usage> => {
    if (quotaBytes !== null && quotaBytes > operatorQuotaBytes) {
      throw new AppError('VALIDATION_FAILED', 'The quota is not valid; see fields.', {
        fields: {
          mediaQuotaBytes: `Must be at most ${operatorQuotaBytes}, which the operator has set.`,
        },
      });
    }
    return isTrial ? usage.read(workspaceId) : usage.changeQuota(workspaceId, quotaBytes);
  };
