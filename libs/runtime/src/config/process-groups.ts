import type { ServiceName } from '@output-review/contracts';

import { LOG_LEVELS, type LogLevel } from '../base/logger.ts';
import type { ListenOptions } from '../http/listen.ts';
import type { KafkaConnection } from '../messaging/kafka/kafka-client.ts';
import type { TracesOptions } from '../telemetry/start-tracing.ts';
import { caFile, withCaFile } from './ca-file.ts';
import {
  type ConfigField,
  flag,
  integer,
  list,
  oneOf,
  optional,
  ratio,
  text,
  url,
} from './fields.ts';
import { configGroup, type ConfigGroup, variable } from './read-config.ts';

const DATABASE_URL_FAULT = 'must be a URL of the form postgres://role:password@host:port/database';

/** The URL of a PostgreSQL database, including the role. */
export const databaseUrl: ConfigField<string> = {
  parse: (value) => {
    if (!URL.canParse(value)) return { fault: DATABASE_URL_FAULT };
    const { protocol, username, pathname } = new URL(value);
    if (!['postgres:', 'postgresql:'].includes(protocol)) return { fault: DATABASE_URL_FAULT };
    if (username === '') return { fault: `${DATABASE_URL_FAULT}; the role is missing` };
    if (pathname.length < 2) return { fault: `${DATABASE_URL_FAULT}; the database is missing` };
    const rootCert = new URL(value).searchParams.get('sslrootcert');
    const checked = rootCert === null ? { value } : caFile.parse(rootCert);
    return 'fault' in checked ? { fault: `has an sslrootcert that ${checked.fault}` } : { value };
  },
};

/** The service's own database, with its own role. */
export const databaseGroup = configGroup({
  fields: { DATABASE_URL: databaseUrl, TLS_CA_FILE: optional(caFile) },
  build: (values) => withCaFile(values.DATABASE_URL, values.TLS_CA_FILE),
});

/** A port to listen on. 0 picks a free port. */
export const port = (fallback: number) => integer({ default: fallback, min: 0, max: 65_535 });

export const logLevelGroup = variable('LOG_LEVEL', oneOf(LOG_LEVELS, { default: 'info' }));

/** Where traces are sent, and the sampled share. Null sends none. */
export const tracesGroup = configGroup({
  fields: {
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(url()),
    OTEL_TRACES_SAMPLE_RATIO: ratio,
  },
  build: ({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLE_RATIO: sampleRatio,
  }): TracesOptions | null => (endpoint === null ? null : { endpoint, sampleRatio }),
});

/** The configuration that every service process has. */
export interface ProcessConfig {
  readonly databaseUrl: string;
  readonly internalListener: ListenOptions;
  readonly logLevel: LogLevel;
  readonly traces: TracesOptions | null;
}

export const PROCESS_GROUPS = {
  databaseUrl: databaseGroup,
  internalListener: configGroup({
    fields: { INTERNAL_HOST: text({ default: '0.0.0.0' }), INTERNAL_PORT: port(9090) },
    build: (values): ListenOptions => ({ host: values.INTERNAL_HOST, port: values.INTERNAL_PORT }),
  }),
  logLevel: logLevelGroup,
  traces: tracesGroup,
} as const;

/** The base URLs of the called services, as functions that each call invokes. */
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

const variableOf = (service: ServiceName): string => `${service.toUpperCase()}_URL`;

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

const brokers = list(
  (value) => (/^(\[[\da-fA-F:]+\]|[^\s:]+):\d{1,5}$/.test(value) ? value : null),
  'must be one or more comma-separated host:port pairs',
);

export const kafkaGroup: ConfigGroup<KafkaConnection> = configGroup({
  fields: {
    KAFKA_BROKERS: brokers,
    KAFKA_TLS: flag,
    TLS_CA_FILE: optional(caFile),
    KAFKA_SASL_MECHANISM: optional(oneOf(MECHANISMS)),
    KAFKA_SASL_USERNAME: optional(text()),
    KAFKA_SASL_PASSWORD: optional(text()),
  },
  contradictions: ({
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_SASL_USERNAME: username,
    KAFKA_SASL_PASSWORD: password,
  }) => {
    if (mechanism === null && (username !== null || password !== null)) {
      return ['KAFKA_SASL_MECHANISM must be set if a username or password is set'];
    }
    if (mechanism === null || mechanism === undefined) return [];
    return [
      ...(username === null ? ['KAFKA_SASL_USERNAME must be set if a mechanism is set'] : []),
      ...(password === null ? ['KAFKA_SASL_PASSWORD must be set if a mechanism is set'] : []),
    ];
  },
  build: (values) => ({
    brokers: values.KAFKA_BROKERS,
    tls: values.KAFKA_TLS ? { caFile: values.TLS_CA_FILE } : null,
    sasl: values.KAFKA_SASL_MECHANISM && {
      mechanism: values.KAFKA_SASL_MECHANISM,
      username: values.KAFKA_SASL_USERNAME ?? '',
      password: values.KAFKA_SASL_PASSWORD ?? '',
    },
  }),
});
