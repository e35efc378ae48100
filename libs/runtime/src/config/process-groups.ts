import type { ServiceName } from '@output-review/contracts';

import type { ListenOptions } from '../http/listen.ts';
import { LOG_LEVELS, type LogLevel } from '../log/logger.ts';
import type { TracesOptions } from '../telemetry/start-tracing.ts';
import { databaseGroup } from './database-group.ts';
import { type ConfigField, integer, list, oneOf, optional, ratio, text, url } from './fields.ts';
import { configGroup, type ConfigGroup, variable } from './read-config.ts';

/** Where something listens; 0 takes a free port. */
export const port = (fallback: number) => integer({ default: fallback, min: 0, max: 65_535 });

export const logLevelGroup = variable('LOG_LEVEL', oneOf(LOG_LEVELS, { default: 'info' }));

/** Where traces go, and which share of them; null sends none. */
export const tracesGroup = configGroup({
  fields: {
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(url()),
    OTEL_TRACES_SAMPLE_RATIO: ratio({ default: 1 }),
  },
  build: ({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLE_RATIO: sampleRatio,
  }): TracesOptions | null => (endpoint === null ? null : { endpoint, sampleRatio }),
});

/** What every service that is a process of its own is told. */
export interface ProcessConfig {
  readonly databaseUrl: string;
  readonly internalDoor: ListenOptions;
  readonly logLevel: LogLevel;
  readonly traces: TracesOptions | null;
}

export const PROCESS_GROUPS = {
  databaseUrl: databaseGroup,
  internalDoor: configGroup({
    fields: { INTERNAL_HOST: text({ default: '0.0.0.0' }), INTERNAL_PORT: port(9090) },
    build: (values): ListenOptions => ({ host: values.INTERNAL_HOST, port: values.INTERNAL_PORT }),
  }),
  logLevel: logLevelGroup,
  traces: tracesGroup,
} as const;

/** The base URLs of the services that are called, as they are asked for: at each call. */
export function peersGroup<const N extends ServiceName>(
  ...names: readonly N[]
): ConfigGroup<Readonly<Record<N, () => string>>> {
  return configGroup({
    fields: Object.fromEntries(names.map((name) => [variableOf(name), url()])),
    build: (values) => {
      const entries = names.map((name) => [name, () => values[variableOf(name)] ?? '']);
      return Object.fromEntries(entries) as Record<N, () => string>;
    },
  });
}

// What links began with is compared with what they begin with now.
const urls: ConfigField<readonly string[]> = {
  ...list(),
  parse: (value) => {
    const parsed = value.split(',').map((each) => url().parse(each.trim()));
    const known = parsed.flatMap((each) => ('value' in each ? [each.value] : []));
    if (known.length === parsed.length) return { value: known };
    return { fault: 'must be URLs that begin with http:// or https://, with commas between them' };
  },
};

/** Where users reached the service before: addresses that are still in what callers have kept. */
export const previousPublicUrlsGroup = variable('PREVIOUS_PUBLIC_URLS', urls);

const variableOf = (service: ServiceName): string => `${service.toUpperCase()}_URL`;
