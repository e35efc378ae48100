import type { ServiceName } from '@output-review/contracts';
import { type Logger, type RunningTelemetry, startTelemetry } from '@output-review/runtime';

import type { EmbeddedConfig } from './config.ts';

/** The telemetry of each service, as if it were a separate process. */
export interface ServiceTelemetry {
  readonly of: Readonly<Record<ServiceName, RunningTelemetry>>;
  close(): Promise<void>;
}

export async function startServiceTelemetry(
  { traces }: Pick<EmbeddedConfig, 'traces'>,
  log: Logger,
): Promise<ServiceTelemetry> {
  const start = (service: ServiceName): Promise<RunningTelemetry> =>
    startTelemetry({ service, log: log.child({ service }), traces });
  const of = {
    gateway: await start('gateway'),
    evaluator: await start('evaluator'),
    review: await start('review'),
    instructions: await start('instructions'),
    media: await start('media'),
  };
  // The services share the process. If each one exported its metrics, they would count five times.
  of.gateway.metrics.watchProcess();
  return {
    of,
    close: async () => {
      await Promise.all(Object.values(of).map((telemetry) => telemetry.close()));
    },
  };
}
