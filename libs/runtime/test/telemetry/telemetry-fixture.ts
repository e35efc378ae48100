import { silentLog } from '../../src/testing/silent-log.ts';
import { type RunningTelemetry, startTelemetry } from '../../src/telemetry/telemetry.ts';

export function untracedTelemetry(): Promise<RunningTelemetry> {
  return startTelemetry({ service: 'review', log: silentLog, traces: null });
}

export function tracedTelemetry(service: string, endpoint: string): Promise<RunningTelemetry> {
  return startTelemetry({ service, log: silentLog, traces: { endpoint, sampleRatio: 1 } });
}

/** The samples of a metric, without its name. */
export async function samplesOf(
  { metrics }: Pick<RunningTelemetry, 'metrics'>,
  name: string,
): Promise<string[]> {
  const lines = (await metrics.text()).split('\n');
  return lines
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => line.slice(name.length));
}
