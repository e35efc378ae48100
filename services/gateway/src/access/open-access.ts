import { type ShutdownStack, deriveSecret } from '@output-review/runtime';
import type { BaseContext } from '@output-review/shared-kernel';

import type { GatewayOptions } from '../options.ts';
import type { RateWindow } from '../rate-limit/rate-window.ts';
import { KnownBrowserCookie, SessionCookie } from './cookies.ts';
import { Limiter } from './limiter.ts';
import { countLimited, DEFAULT_SIGN_IN_LIMITS } from './limits.ts';
import { PublicListener } from './public-listener.ts';
import { SessionLookup } from './session-lookup.ts';
import { SignInLimiter } from './sign-in-limiter.ts';
import { SlotBlocks } from './slot-blocks.ts';
import { TokenLookup } from './token-lookup.ts';

interface AccessOptions extends Pick<
  GatewayOptions,
  | 'authSecret'
  | 'cookiePrefix'
  | 'isTrustedProxy'
  | 'limits'
  | 'publicHost'
  | 'publicPort'
  | 'publicUrl'
  | 'signInLimits'
> {
  readonly rateWindow: RateWindow;
}

/** Opens what identifies callers and limits their calls. */
export function openAccess(
  { db, log, clock, telemetry }: BaseContext,
  options: AccessOptions,
  closers: ShutdownStack,
) {
  const { cookiePrefix: prefix, authSecret: secret, isTrustedProxy, rateWindow: window } = options;
  const { publicHost: host, publicPort: port, publicUrl, limits } = options;
  const listener = new PublicListener({ host, port, publicUrl });
  const { isHttps: isSecure } = listener;
  const tokens = new TokenLookup({ client: db, clock, log });
  closers.add('last uses of tokens', () => tokens.settled());
  const onLimited = countLimited(telemetry.metrics);
  const blocks = new SlotBlocks({ window, readMs: () => performance.now() });
  const { signInLimits = DEFAULT_SIGN_IN_LIMITS } = options;
  const browserSecret = deriveSecret(secret, 'known browser');
  return {
    ...{ listener, isTrustedProxy, tokens },
    cookie: new SessionCookie({ prefix, secret, isSecure }),
    knownBrowser: new KnownBrowserCookie({ prefix, secret: browserSecret, isSecure }),
    sessions: new SessionLookup({ client: db, clock }),
    limiter: new Limiter({ limits, blocks, db, onLimited }),
    signInLimiter: new SignInLimiter({ limits: signInLimits, db, onLimited }),
  };
}
