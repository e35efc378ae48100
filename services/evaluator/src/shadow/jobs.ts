import { retryTransient } from '@output-review/runtime';

import { type Context, job } from '../context.ts';
import { freeShadowRuns, readyRuns } from './shadow.sql.ts';

const TENDED = 'runs with rules in shadow';

/** Makes runs ready whose result is written, and frees those whose lease has ended. Nobody waits for either. */
export const tendShadowRuns = job({
  name: TENDED,
  everyMs: 1_000,
  run: (ctx, signal) =>
    retryTransient(() => tend(ctx), {
      signal,
      onOutage: (err) =>
        ctx.log.warn({ err, loop: TENDED }, 'loop is waiting for an outage to end'),
    }),
});

async function tend({ db, shadowWorker }: Context): Promise<void> {
  await freeShadowRuns(db, { isAll: false });
  if ((await readyRuns(db)) > 0) shadowWorker.wake();
}
