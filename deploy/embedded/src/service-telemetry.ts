import type { ServiceName } from '@output-review/contracts';
import { type Logger, type RunningTelemetry, startTelemetry } from '@output-review/runtime';

import type { EmbeddedConfig } from './config.ts';

/** How each service is seen, as if it were a process of its own. */
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
  // They share the process; told by all of them it would count five times.
  of.gateway.metrics.watchProcess();
  return {
    of,
    close: async () => {
      await Promise.all(Object.values(of).map((telemetry) => telemetry.close()));
    },
  };
}
