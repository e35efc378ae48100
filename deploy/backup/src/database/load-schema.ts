import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import type { SchemaContents, Table } from '../archive/archive.ts';

/** Deletes the rows that migrations inserted. */
export async function removeSeeds(
  client: Client,
  schema: string,
  { tables }: SchemaContents,
): Promise<void> {
  // Referencing tables first.
  for (const { name } of tables.toReversed()) {
    await client.query(`DELETE FROM ${nameIn(client, schema, name)}`);
  }
}

/** @returns the number of loaded rows. */
export async function loadTable(
  client: Client,
  { schema, table }: { readonly schema: string; readonly table: Table },
  parts: AsyncIterable<Buffer>,
): Promise<number> {
  const copy = client.query(copyFrom(`COPY ${describeCopy(client, schema, table)} FROM STDIN`));
  await pipeline(Readable.from(parts, { objectMode: false }), copy);
  return copy.rowCount;
}

/** Continues the sequences after their last numbers. */
export async function setSequences(
  client: Client,
  schema: string,
  { sequences }: SchemaContents,
): Promise<void> {
  for (const { name, last } of sequences) {
    if (last === null) continue;
    await client.query('SELECT setval($1::regclass, $2::bigint)', [
      nameIn(client, schema, name),
      last,
    ]);
  }
}

/** Analyses the loaded tables, so that the first query plans are good. */
export async function analyse(
  client: Client,
  schema: string,
  { tables }: SchemaContents,
): Promise<void> {
  for (const { name } of tables) await client.query(`ANALYZE ${nameIn(client, schema, name)}`);
}

/** Drops everything that migrations created. */
export async function emptySchema(client: Client, schema: string): Promise<void> {
  await client.query(EMPTY.replaceAll('SCHEMA', client.escapeLiteral(schema)));
}

/** A table and its columns, for COPY. */
export function describeCopy(client: Client, schema: string, { name, columns }: Table): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return `${nameIn(client, schema, name)} (${list})`;
}

function nameIn(client: Client, schema: string, name: string): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
}

const EMPTY = `
DO $$
DECLARE found record;
BEGIN
  FOR found IN SELECT oid::regclass AS name FROM pg_class
    WHERE relnamespace = SCHEMA::regnamespace AND relkind = 'r'
  LOOP EXECUTE format('DROP TABLE %s CASCADE', found.name); END LOOP;
  FOR found IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = SCHEMA::regnamespace
  LOOP EXECUTE format('DROP ROUTINE %s CASCADE', found.name); END LOOP;
END $$`;
