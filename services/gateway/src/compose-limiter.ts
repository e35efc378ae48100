import type { Database, RateWindow } from '@output-review/runtime';

import { type Limiter, makeLimiter } from './http/door/limits.ts';
import { SlotBlocks } from './http/door/slot-blocks.ts';
import { measureLimits } from './measure-limits.ts';
import type { SeenGatewayOptions } from './options.ts';
import { makeTakeModelCallSlot } from './store/limits/model-call-slots.ts';

export interface LimiterParts {
  readonly options: Pick<SeenGatewayOptions, 'limits' | 'telemetry'>;
  readonly database: Database;
  readonly window: RateWindow;
}

/** Puts together what limits how often a caller calls. */
export function composeLimiter({ options, database, window }: LimiterParts): Limiter {
  return makeLimiter({
    limits: options.limits,
    blocks: new SlotBlocks({ window, readMs: () => performance.now() }),
    takeModelCallSlot: makeTakeModelCallSlot(database),
    onLimited: measureLimits(options.telemetry.metrics),
  });
}
