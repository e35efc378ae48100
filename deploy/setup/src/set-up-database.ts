import { SERVICES, type ServiceName } from '@output-review/contracts';
import { provisionDatabase, type ServiceRole } from '@output-review/runtime';
import { Client, DatabaseError, escapeIdentifier } from 'pg';

import { awaitServer, type Print } from './await-server.ts';
import type { DatabaseConfig } from './config.ts';

/** Creates the databases that the services name, and in them their roles and schemas. */
export async function setUpDatabase(
  { adminUrl, urls }: DatabaseConfig,
  print: Print,
): Promise<void> {
  for (const [database, services] of servicesByDatabase(urls)) {
    await explainRefusal(adminUrl, async () => {
      const isMade = await makeDatabase(adminUrl, database, print);
      await withAdmin({ adminUrl, database, print }, async (admin) => {
        await requireUtf8(admin, database);
        await provisionDatabase(
          admin,
          services.map((service) => roleOf(service, urls[service])),
        );
      });
      print(`database ${database}${isMade ? ' created' : ''}: ${services.join(', ')}`);
    });
  }
}

function servicesByDatabase(urls: DatabaseConfig['urls']): Map<string, ServiceName[]> {
  const byDatabase = new Map<string, ServiceName[]>();
  for (const service of SERVICES) {
    const database = decodeURIComponent(new URL(urls[service]).pathname.slice(1));
    byDatabase.set(database, [...(byDatabase.get(database) ?? []), service]);
  }
  return byDatabase;
}

function roleOf(service: ServiceName, url: string): ServiceRole {
  const { username, password } = new URL(url);
  return {
    name: decodeURIComponent(username),
    password: decodeURIComponent(password),
    schema: service,
  };
}

/** @returns whether it was missing. */
async function makeDatabase(adminUrl: string, database: string, print: Print): Promise<boolean> {
  const own = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  return withAdmin({ adminUrl, database: own, print }, async (admin) => {
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [
      database,
    ]);
    if (rowCount !== 0) return false;
    const name = escapeIdentifier(database);
    // From template0, because template1 may contain data in another encoding.
    await admin
      .query(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`)
      .catch(ignoreExisting);
    return true;
  });
}

// Another setup was faster. Source: PostgreSQL's error codes, duplicate_database and unique_violation.
function ignoreExisting(error: unknown): void {
  const code = error instanceof DatabaseError ? error.code : undefined;
  if (code !== '42P04' && code !== '23505') throw error;
}

async function requireUtf8(admin: Client, database: string): Promise<void> {
  const { rows } = await admin.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new Error(
    `The encoding of the database ${database} is ${encoding ?? 'unknown'}, but must be UTF8.`,
  );
}

interface AdminConnection {
  readonly adminUrl: string;
  readonly database: string;
  readonly print: Print;
}

const CONNECT_MS_MAX = 5_000;
// Longer than creating a database takes. After this silence the server is asked again.
const STATEMENT_MS_MAX = 60_000;

async function withAdmin<T>(
  { adminUrl, database, print }: AdminConnection,
  work: (admin: Client) => Promise<T>,
): Promise<T> {
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return awaitServer(`PostgreSQL at ${url.host}`, print, async () => {
    const admin = new Client({
      connectionString: url.href,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      query_timeout: STATEMENT_MS_MAX,
      keepAlive: true,
    });
    // The failing statement throws the error.
    admin.on('error', () => {});
    try {
      await admin.connect();
      return await work(admin);
    } finally {
      await admin.end().catch(() => {});
    }
  });
}

// Insufficient privilege.
const NOT_ALLOWED = '42501';

/** Explains a refusal with PostgreSQL's message, detail and hint, which name what is missing. */
async function explainRefusal(adminUrl: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const reason = [error.message, error.detail, error.hint].filter(Boolean).join('. ');
    const role = decodeURIComponent(new URL(adminUrl).username);
    const who = error.code === NOT_ALLOWED ? `${role}, the role of DATABASE_ADMIN_URL: ` : '';
    throw new Error(`PostgreSQL refuses ${who}${reason}`, { cause: error });
  }
}
