import type { Middleware } from 'koa';

import { TRACEPARENT_HEADER } from '../base/traceparent.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Distribution } from '../telemetry/tallies.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { AppContext, AppState } from './route.ts';

// From the duration of a single submission to the limit of a dry run with judges.
const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
// Probes run continuously and would distort the numbers of callers.
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * The outermost middleware. Measures requests, and traces them if tracing is on. The time ends when the answer starts.
 * The operation is known only at the end.
 */
export function observeRequests({ metrics, tracing }: Telemetry): Middleware<AppState> {
  const measure = makeMeasure(metrics);
  return async (ctx, next) => {
    const began = performance.now();
    if (tracing && !PROBES.has(ctx.path)) await trace(ctx, tracing, next);
    else await next();
    measure(ctx, performance.now() - began);
  };
}

function makeMeasure(metrics: Metrics): (ctx: AppContext, ms: number) => void {
  const durations = metrics.histogram({
    name: 'output_review_http_request_duration_seconds',
    help: 'Time until the response to a request began, by operation and status.',
    labels: ['operation', 'status'],
    bounds: BOUNDS_SECONDS,
  });
  const known = new Map<string, Map<number, Distribution>>();
  return (ctx, ms) => {
    const operation = operationOf(ctx);
    if (operation === OTHER && PROBES.has(ctx.path)) return;
    const status = statusOf(ctx);
    let ofOperation = known.get(operation);
    if (!ofOperation) known.set(operation, (ofOperation = new Map<number, Distribution>()));
    let series = ofOperation.get(status);
    if (!series) {
      series = durations.of({ operation, status: status === 0 ? 'none' : String(status) });
      ofOperation.set(status, series);
    }
    series.observe(ms / 1_000);
  };
}

/** Requests that match no operation: an unknown path, a page of the docs. */
const OTHER = 'other';

function operationOf({ state }: AppContext): string {
  return state.operation?.id ?? OTHER;
}

/** 0 if the client disconnected before the answer. */
function statusOf({ res }: AppContext): number {
  return res.destroyed && !res.headersSent ? 0 : res.statusCode;
}

async function trace(
  ctx: AppContext,
  tracing: Tracing,
  next: () => Promise<unknown>,
): Promise<void> {
  const span = tracing.start(ctx.method, {
    kind: 'SERVER',
    parent: ctx.get(TRACEPARENT_HEADER) || null,
    attributes: { 'http.request.method': ctx.method },
  });
  try {
    await span.run(next);
  } finally {
    const { operation, requestId } = ctx.state;
    const status = statusOf(ctx);
    if (operation) span.rename(`${ctx.method} ${operation.path}`);
    span.set({
      'http.response.status_code': status,
      'output_review.request_id': requestId,
      ...(operation && { 'http.route': operation.path, 'output_review.operation': operation.id }),
    });
    span.end(status >= 500 ? { error: `${status}` } : {});
  }
}

/** Answers `GET /metrics`, on a listener that only the platform can reach. */
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
