import { type ServiceName, SERVICES } from '@output-review/contracts';
import { Client } from 'pg';

// Makes values render as the same text on every server, and disables timeouts, since waiting for the archive's disk is
// no fault.
const SETTINGS = [
  ...['datestyle=ISO', 'intervalstyle=postgres', 'timezone=UTC', 'extra_float_digits=3'],
  ...['bytea_output=hex', 'statement_timeout=0', 'idle_in_transaction_session_timeout=0'],
];
const CONNECT_MS_MAX = 10_000;

/** Connects as a service, with its schema. */
export async function connect(url: string, schema: ServiceName): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    application_name: 'backup',
    options: [...SETTINGS, `search_path=${schema},extensions`]
      .map((setting) => `-c ${setting}`)
      .join(' '),
    keepAlive: true,
  });
  // The failing statement throws the error.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new Error(`PostgreSQL cannot be reached: ${messageOf(error)}`, { cause: error });
  }
  return client;
}

/** A connection of each service. */
export interface Connections {
  readonly clientOf: (service: ServiceName) => Client;
  close(): Promise<void>;
}

/** Connects as each service. If one cannot connect, the others are closed again. */
export async function connectAll(
  urls: Readonly<Record<ServiceName, string>>,
): Promise<Connections> {
  const clients = new Map<ServiceName, Client>();
  const close = async (): Promise<void> => {
    await Promise.all([...clients.values()].map((client) => client.end()));
  };
  try {
    for (const service of SERVICES) clients.set(service, await connect(urls[service], service));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    clientOf: (service) => {
      const client = clients.get(service);
      if (!client) throw new Error(`${service} has no connection`);
      return client;
    },
    close,
  };
}

/** The first error of an attempt on several addresses. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
