import type { Middleware } from 'koa';

import type { Metrics } from '../telemetry/metrics.ts';
import type { AppState } from './route.ts';

/** Answers `GET /metrics`; for a door that only the platform reaches. */
export function makeMetricsRoute(metrics: Metrics): Middleware<AppState> {
  return async (ctx, next) => {
    if (ctx.path !== '/metrics' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      await next();
      return;
    }
    ctx.body = await metrics.text();
    ctx.type = metrics.contentType;
  };
}
