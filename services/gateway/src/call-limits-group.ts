import { configGroup, type ConfigGroup, integer } from '@output-review/runtime';

import { DEFAULT_LIMITS, type Limits } from './http/door/limits.ts';

const perMinute = (calls: number) => integer({ default: calls, min: 0 });

/** Calls a minute and caller beside submissions; 0 is no limit. */
export const callLimitsGroup: ConfigGroup<Limits> = configGroup({
  fields: {
    RATE_LIMIT_READS_PER_MINUTE: perMinute(DEFAULT_LIMITS.readsPerMinute),
    RATE_LIMIT_WRITES_PER_MINUTE: perMinute(DEFAULT_LIMITS.writesPerMinute),
    RATE_LIMIT_MODEL_CALLS_PER_MINUTE: perMinute(DEFAULT_LIMITS.modelCallsPerMinute),
  },
  build: (values) => ({
    ...DEFAULT_LIMITS,
    readsPerMinute: values.RATE_LIMIT_READS_PER_MINUTE,
    writesPerMinute: values.RATE_LIMIT_WRITES_PER_MINUTE,
    modelCallsPerMinute: values.RATE_LIMIT_MODEL_CALLS_PER_MINUTE,
  }),
});
