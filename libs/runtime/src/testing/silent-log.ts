import type { Logger } from '../base/logger.ts';
import { Metrics } from '../telemetry/metrics.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** A log that discards everything. */
export const silentLog: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
};

/** Metrics that nobody reads, and no traces. */
export const silentTelemetry = (): Telemetry => ({
  metrics: new Metrics({ log: silentLog }),
  tracing: null,
});

/** A log that records warnings. */
export function keepWarnings(): { readonly log: Logger; readonly warnings: string[] } {
  const warnings: string[] = [];
  const warn = (_: object, message: string) => void warnings.push(message);
  const log: Logger = { ...silentLog, warn, child: () => log };
  return { log, warnings };
}
