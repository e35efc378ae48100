import { AppError } from '@output-review/errors';
import type { AppState } from '@output-review/runtime';
import type { Middleware } from 'koa';

import type { PublicAddress } from '../../domain/access/public-address.ts';

/** Refuses requests that were meant for another host; see `publicAddressOf` for why. */
export const guardHost =
  (address: () => PublicAddress): Middleware<AppState> =>
  (ctx, next) => {
    const { hosts } = address();
    const host = ctx.headers.host?.toLowerCase() ?? '';
    if (hosts === null || hosts.has(host)) return next();
    throw new AppError('MISDIRECTED_REQUEST', 'This host is not served here.');
  };
