import type { Operation, TokenPrincipal, UserPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { RATE_WINDOW_MS, type RateWindow } from '@output-review/runtime';

/** Calls a minute and principal. Submissions have a window of their own. */
export interface Limits {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  /** A password a try, an address; a person mistypes less often. */
  readonly signInsPerMinute: number;
}

/** Source: the interface's conventions; the last is ours. */
export const DEFAULT_LIMITS: Limits = {
  readsPerMinute: 600,
  writesPerMinute: 120,
  signInsPerMinute: 20,
};

export interface Limiter {
  limit(operation: Operation, principal: TokenPrincipal | UserPrincipal): Promise<void>;
  limitSignIns(email: string): Promise<void>;
}

/** @param limits null turns all of them off. */
export function makeLimiter(window: RateWindow, limits: Limits | null): Limiter {
  const take = async (key: string, max: number): Promise<void> => {
    if (await window.take(key, max)) return;
    throw new AppError('RATE_LIMITED', 'Too many calls in one minute.', {
      retryAfterSeconds: RATE_WINDOW_MS / 1000,
    });
  };
  if (!limits) return { limit: () => Promise.resolve(), limitSignIns: () => Promise.resolve() };
  return {
    limit(operation, principal) {
      // Counted where it is accepted: a replay must take no slot.
      if (operation.id === 'submitOutput') return Promise.resolve();
      return operation.method === 'GET'
        ? take(`read/${keyOf(principal)}`, limits.readsPerMinute)
        : take(`write/${keyOf(principal)}`, limits.writesPerMinute);
    },
    limitSignIns: (email) => take(`sign-in/${email.toLowerCase()}`, limits.signInsPerMinute),
  };
}

function keyOf(principal: TokenPrincipal | UserPrincipal): string {
  return principal.kind === 'token'
    ? principal.tokenId
    : `${principal.workspaceId}/${principal.userId}`;
}
