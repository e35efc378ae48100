import { hash } from 'node:crypto';

import { mayCall, submitOutput, type TokenPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { type AppContext, type Identify, SLOW_BODY_MS } from '@output-review/runtime';

export interface Caller {
  readonly principal: TokenPrincipal;
  /** Looks the token up again where it was only remembered, or some time ago. @throws AppError where it died. */
  confirm(): Promise<void>;
}

// Long enough to spare a busy token nearly all look-ups. It bounds no risk: a remembered token is looked up again, as
// is one whose body was long in coming, before any answer but that of an insert, which looks for itself, and that of an
// outage.
const REMEMBERED_MS = 5_000;
const REMEMBERED_MAX = 10_000;

/**
 * Remembers tokens that were good a moment ago, so that the insert's own look at the token is the
 * only one that a submission costs. A token that was revoked since gets 401 all the same, for the
 * next request and on every gateway.
 */
export class RecentCallers {
  readonly #remembered = new Map<string, { principal: TokenPrincipal; untilMs: number }>();

  async identify(ctx: AppContext, identify: Identify): Promise<Caller> {
    const key = hash('sha256', ctx.get('Authorization'), 'base64');
    const known = this.#remembered.get(key);
    const remembered = known && known.untilMs > performance.now() ? known.principal : null;
    const lookedAt = performance.now();
    const principal = remembered ?? (await identifyToken(ctx, identify));
    if (!remembered) this.#remember(key, principal);
    return {
      principal,
      confirm: async () => {
        const isLookedUp = remembered === null;
        if (isLookedUp && performance.now() - lookedAt < SLOW_BODY_MS) return;
        this.#remembered.delete(key);
        await identifyToken(ctx, identify, isLookedUp);
      },
    };
  }

  #remember(key: string, principal: TokenPrincipal): void {
    if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
    this.#remembered.set(key, { principal, untilMs: performance.now() + REMEMBERED_MS });
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
