import type { Middleware } from 'koa';

import type { Logger } from '../base/logger.ts';
import { inTime } from '../base/wait.ts';
import { outageReason } from '../postgres/transient-errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { AppState } from './route.ts';

/** Whether a service can serve, and the state of each dependency: `ok` or the reason. */
export interface Readiness {
  readonly ready: boolean;
  /** `ok`, a reason, or `degraded: ` and a reason if the service can work without it. */
  readonly checks: Readonly<Record<string, string>>;
}

/**
 * Resolves if the dependency is usable and rejects if not. The message of an AppError is shown unchanged. Other errors
 * are shown as `outageReason` describes them.
 */
export type ReadinessCheck = () => Promise<void>;
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>;

export interface ReadinessOptions {
  /** By name. The service cannot serve if one of these fails. */
  readonly required: ReadinessChecks;
  /** Dependencies that the service can do without for a while. */
  readonly supporting?: ReadinessChecks;
  /** Whether the service is about to stop. It is then not ready, whatever the checks say. */
  readonly isDraining?: () => boolean;
  readonly log: Logger;
  /** A check that takes longer fails. */
  readonly timeoutMs?: number;
}

/** How a successful check is reported. */
const OK = 'ok';
const DEGRADED = 'degraded';
// Metrics read the checks too, with a timeout of 2 s.
const TIMEOUT_MS = 1_500;
// The Retry-After for probes, which ask at their own pace anyway.
const RETRY_AFTER_SECONDS = '5';

/** Returns a function that runs all checks concurrently. Logs each change once. */
export function makeReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { required, supporting = {}, isDraining = () => false } = options;
  const runRequired = makeRunner(required, options);
  const runSupporting = makeRunner(supporting, options);
  return async () => {
    const [needed, used] = await Promise.all([runRequired(), runSupporting()]);
    const degraded = used.map(([name, result]) => {
      return [name, result === OK ? OK : `${DEGRADED}: ${result}`] as const;
    });
    const draining = isDraining() ? [['process', 'is stopping'] as const] : [];
    return {
      ready: draining.length === 0 && needed.every(([, result]) => result === OK),
      checks: Object.fromEntries([...needed, ...degraded, ...draining]),
    };
  };
}

type Result = readonly [name: string, result: string];

function makeRunner(
  checks: ReadinessChecks,
  { log, timeoutMs = TIMEOUT_MS }: ReadinessOptions,
): () => Promise<readonly Result[]> {
  const last = new Map<string, string>();
  const tell = (name: string, result: string, err: unknown): void => {
    const before = last.get(name) ?? OK;
    last.set(name, result);
    if (result === before) return;
    if (result === OK) log.info({ check: name }, 'readiness check succeeds again');
    else log.warn({ check: name, reason: result, err }, 'readiness check failed');
  };
  // Reuse a check that is still running: probes must not pile up on a dependency that does not answer.
  const running = new Map<string, Promise<void>>();
  const begin = (name: string, check: ReadinessCheck): Promise<void> => {
    const begun = running.get(name) ?? check().finally(() => running.delete(name));
    running.set(name, begun);
    return begun;
  };
  const run = async ([name, check]: [string, ReadinessCheck]): Promise<Result> => {
    try {
      await inTime(timeoutMs, begin(name, check));
      tell(name, OK, undefined);
      return [name, OK];
    } catch (error) {
      const reason = outageReason(error);
      tell(name, reason, error);
      return [name, reason];
    }
  };
  return () => Promise.all(Object.entries(checks).map(run));
}

/** The same without reasons, for public use: reasons name hosts, so only the names of checks remain. */
export function withoutReasons(readiness: () => Promise<Readiness>): () => Promise<Readiness> {
  return async () => {
    const { ready, checks } = await readiness();
    return {
      ready,
      checks: Object.fromEntries(Object.entries(checks).map(([name, r]) => [name, conceal(r)])),
    };
  };
}

function conceal(result: string): string {
  if (result === OK) return OK;
  return result.startsWith(DEGRADED) ? DEGRADED : 'failed';
}

/** Exports the answer of `/readyz` as metrics for alerts. */
export function watchReadiness(metrics: Metrics, readiness: () => Promise<Readiness>): void {
  const ready = metrics.gauge({
    name: 'output_review_ready',
    help: '1 if the service can serve, as /readyz says; missing while it starts.',
    labels: [],
  });
  const failing = metrics.gauge({
    name: 'output_review_check_failing',
    help: '1 if a check of /readyz fails, 0 if it succeeds.',
    labels: ['check'],
  });
  metrics.beforeScrape({
    name: 'readiness',
    read: async () => {
      const result = await readiness();
      ready.set({}, result.ready ? 1 : 0);
      for (const [check, reason] of Object.entries(result.checks)) {
        failing.set({ check }, reason === OK ? 0 : 1);
      }
    },
    clear: () => {
      ready.clear();
      failing.clear();
    },
  });
}

/** Answers `/healthz` (the process runs) and `/readyz` (it can serve). */
export function makeHealthRoutes(readiness: () => Promise<Readiness>): Middleware<AppState> {
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (isRead && ctx.path === '/healthz') {
      ctx.body = { ok: true };
    } else if (isRead && ctx.path === '/readyz') {
      const result = await readiness();
      if (!result.ready) ctx.set('Retry-After', RETRY_AFTER_SECONDS);
      ctx.body = result;
      ctx.status = result.ready ? 200 : 503;
    } else {
      await next();
    }
  };
}
