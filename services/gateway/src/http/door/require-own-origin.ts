import { AppError } from '@output-review/errors';

import type { PublicAddress } from '../../domain/access/public-address.ts';

/**
 * Refuses a write that a page of another origin makes with a cookie of ours.
 *
 * Browsers send Origin with every such write, so one without it comes from none of our pages.
 */
export function requireOwnOrigin(origin: string | undefined, address: PublicAddress): void {
  if (origin !== undefined && address.origins.has(origin)) return;
  throw new AppError('FORBIDDEN', 'A write with the session cookie must come from our own page.');
}
