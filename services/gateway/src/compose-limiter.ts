import type { Database, RateWindow } from '@output-review/runtime';

import {
  DEFAULT_SIGN_IN_LIMITS,
  type LimitSignIns,
  makeLimitSignIns,
} from './http/door/limit-sign-ins.ts';
import { type Limiter, makeLimiter } from './http/door/limits.ts';
import { SlotBlocks } from './http/door/slot-blocks.ts';
import { measureLimits } from './measure-limits.ts';
import type { SeenGatewayOptions } from './options.ts';
import { makeTakeModelCallSlot } from './store/limits/model-call-slots.ts';
import { makeSignInTries } from './store/limits/sign-in-tries.ts';

export interface LimiterParts {
  readonly options: Pick<SeenGatewayOptions, 'limits' | 'signInLimits' | 'telemetry'>;
  readonly database: Database;
  readonly window: RateWindow;
}

export type ComposedLimiter = Limiter & { readonly limitSignIns: LimitSignIns };

/** Puts together what limits how often a caller calls. */
export function composeLimiter({ options, database, window }: LimiterParts): ComposedLimiter {
  const onLimited = measureLimits(options.telemetry.metrics);
  const limiter = makeLimiter({
    limits: options.limits,
    blocks: new SlotBlocks({ window, readMs: () => performance.now() }),
    takeModelCallSlot: makeTakeModelCallSlot(database),
    onLimited,
  });
  const limitSignIns = makeLimitSignIns({
    limits: options.signInLimits ?? DEFAULT_SIGN_IN_LIMITS,
    tries: makeSignInTries(database),
    onLimited,
  });
  return { ...limiter, limitSignIns };
}
