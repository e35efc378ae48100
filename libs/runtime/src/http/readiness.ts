import type { Middleware } from 'koa';

import type { Logger } from '../log/logger.ts';
import type { AppState } from './route.ts';

/** Whether a service can serve, and for each thing that it needs `ok` or why not. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, string>>;
}

export interface ReadinessOptions {
  /** By name; each resolves where the thing can be used and rejects where it cannot. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  readonly log: Logger;
  /** A check that takes longer has failed. */
  readonly timeoutMs?: number;
}

/** Makes a function that runs all checks at once. What exactly is wrong stands in the log alone. */
export function makeReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { checks, log, timeoutMs = 2_000 } = options;
  const run = async ([name, check]: [string, () => Promise<void>]): Promise<[string, string]> => {
    try {
      return [name, await firstOf(check(), timeoutMs)];
    } catch (error) {
      log.warn({ err: error, check: name }, 'readiness check failed');
      return [name, 'failed'];
    }
  };
  return async () => {
    const results = await Promise.all(Object.entries(checks).map(run));
    return {
      ready: results.every(([, result]) => result === 'ok'),
      checks: Object.fromEntries(results),
    };
  };
}

async function firstOf(check: Promise<void>, timeoutMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'timed out');
  });
  try {
    return await Promise.race([check.then(() => 'ok'), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Answers `/healthz` (the process runs) and `/readyz` (it can serve). */
export function makeHealthRoutes(readiness: () => Promise<Readiness>): Middleware<AppState> {
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (isRead && ctx.path === '/healthz') {
      ctx.body = { ok: true };
    } else if (isRead && ctx.path === '/readyz') {
      const result = await readiness();
      ctx.body = result;
      ctx.status = result.ready ? 200 : 503;
    } else {
      await next();
    }
  };
}
