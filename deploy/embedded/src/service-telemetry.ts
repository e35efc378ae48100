import type { ServiceName } from '@output-review/contracts';
import { type Logger, type RunningTelemetry, startTelemetry } from '@output-review/runtime';

import type { EmbeddedConfig } from './config.ts';

/** How each service is seen, as if it were a process of its own. */
export interface ServiceTelemetry {
  readonly of: Readonly<Record<ServiceName, RunningTelemetry>>;
  close(): Promise<void>;
}

export function startServiceTelemetry(
  { traces }: Pick<EmbeddedConfig, 'traces'>,
  log: Logger,
): ServiceTelemetry {
  const start = (service: ServiceName): RunningTelemetry =>
    startTelemetry({ service, log: log.child({ service }), traces });
  const of = {
    gateway: start('gateway'),
    evaluator: start('evaluator'),
    review: start('review'),
    instructions: start('instructions'),
    media: start('media'),
  };
  // They share the process; told by all of them it would count five times.
  of.gateway.metrics.watchProcess();
  return {
    of,
    close: async () => {
      await Promise.all(Object.values(of).map((telemetry) => telemetry.close()));
    },
  };
}
