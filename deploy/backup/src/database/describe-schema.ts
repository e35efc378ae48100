import { type Client, DatabaseError } from 'pg';

import type { SchemaContents, Sequence, Table } from '../archive/archive.ts';

/** Describes the contents of a schema. The migrations table is excluded, because a restore runs the migrations. */
export async function describeSchema(client: Client, schema: string): Promise<SchemaContents> {
  return {
    migrations: await readMigrations(client, schema),
    tables: orderTables(await readTables(client, schema)),
    sequences: await readSequences(client, schema),
  };
}

/** The table names of a schema. */
export async function listTables(client: Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY tablename',
    [schema],
  );
  return rows.map(({ name }) => name);
}

async function readMigrations(client: Client, schema: string): Promise<string[]> {
  const table = `${client.escapeIdentifier(schema)}.migrations`;
  try {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY id`);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new Error(
      `The schema ${schema} has no data that could be backed up (${error.message}). Start the services once.`,
      { cause: error },
    );
  }
}

interface FoundTable extends Table {
  /** Tables that its foreign keys reference. */
  readonly needs: readonly string[];
}

async function readTables(client: Client, schema: string): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(TABLES, [schema]);
  return rows;
}

/** Sorts each table after those it references. */
function orderTables(found: readonly FoundTable[]): Table[] {
  const ordered: Table[] = [];
  let left = found;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ needs }) => !needs.some((name) => waiting.has(name)));
    if (ready.length === 0) throw new Error('Tables reference each other in a cycle');
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

async function readSequences(client: Client, schema: string): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(SEQUENCES, [schema]);
  return rows;
}

const TABLES = `
SELECT c.relname AS name,
  ARRAY(
    SELECT attname::text FROM pg_attribute
    WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ORDER BY attnum
  ) AS columns,
  ARRAY(
    SELECT DISTINCT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
    WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid
  ) AS needs
FROM pg_class c
WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
ORDER BY c.relname`;

// Read after the snapshot, so never behind its rows. Excludes the sequence of the migrations table.
const SEQUENCES = `
SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
WHERE schemaname = $1 AND sequencename <> 'migrations_id_seq' ORDER BY sequencename`;
