import { hash } from 'node:crypto';

import { mayCall, submitOutput, type TokenPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { type AppContext, ExpiringMap, type Identify, SLOW_BODY_MS } from '@output-review/runtime';

export interface Caller {
  readonly principal: TokenPrincipal;
  /** Looks up again a token that was remembered, or looked up a while ago. @throws AppError if it is now invalid. */
  confirm(): Promise<void>;
}

// Long enough to spare a busy token nearly all lookups. It adds no risk: a token that was remembered, or whose body
// arrived slowly, is looked up again before any answer, except that of an insert, which checks it itself, and that of
// an outage.
const REMEMBERED_MS = 5_000;
const REMEMBERED_MAX = 10_000;

/**
 * Remembers tokens that were valid a moment ago, so that the check in the insert is the only one that a submission
 * costs. A token that was revoked since still gets 401 for its next request, on every gateway.
 */
export class RecentCallers {
  readonly #remembered = new ExpiringMap<TokenPrincipal>(REMEMBERED_MAX);

  async identify(ctx: AppContext, identify: Identify): Promise<Caller> {
    const key = hash('sha256', ctx.get('Authorization'), 'base64');
    const lookedAt = performance.now();
    const remembered = this.#remembered.get(key, lookedAt);
    const principal = remembered ?? (await identifyToken(ctx, identify));
    if (!remembered) this.#remembered.set(key, principal, performance.now() + REMEMBERED_MS);
    return {
      principal,
      confirm: async () => {
        const isLookedUp = remembered === undefined;
        if (isLookedUp && performance.now() - lookedAt < SLOW_BODY_MS) return;
        this.#remembered.delete(key);
        await identifyToken(ctx, identify, isLookedUp);
      },
    };
  }
}

async function identifyToken(
  ctx: AppContext,
  identify: Identify,
  isAgain?: boolean,
): Promise<TokenPrincipal> {
  const { principal } = await identify(ctx, submitOutput, isAgain);
  if (principal.kind === 'token' && mayCall(submitOutput, principal)) return principal;
  throw new AppError('FORBIDDEN', 'This credential does not have the scope submit.');
}
