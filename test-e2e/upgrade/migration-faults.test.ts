import { expect, test } from '@jest/globals';

import { findMigrationFaults } from './migration-faults.ts';

interface More {
  readonly transaction?: boolean;
  readonly unread?: readonly string[];
}

const faultsOf = (sql: string, { transaction = true, unread = [] }: More = {}) =>
  findMigrationFaults(
    class Planted {
      readonly transaction = transaction;
      readonly unread = unread;
      async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
        await runner.query(sql);
      }
    },
  );

test.each([
  ['DROP TABLE outputs'],
  ['DROP INDEX outputs_labelled'],
  ['DROP FUNCTION erase_audit(text, integer)'],
  ['ALTER TABLE outputs DROP COLUMN tags'],
  ['ALTER TABLE outputs RENAME COLUMN tags TO labels'],
  ['ALTER TABLE outputs RENAME TO results'],
  ['ALTER TABLE outputs SET SCHEMA elsewhere'],
  ['ALTER TABLE outputs ADD COLUMN fine text, ALTER COLUMN n TYPE bigint'],
  ['ALTER TABLE outputs ALTER COLUMN tags SET NOT NULL'],
  ['ALTER TABLE outputs ADD COLUMN a text NOT NULL'],
  ['ALTER TABLE outputs ADD COLUMN a uuid DEFAULT gen_random_uuid()'],
  ['ALTER TABLE outputs ADD COLUMN a bigserial'],
  ['ALTER TABLE outputs ADD COLUMN a int GENERATED ALWAYS AS (n + 1) STORED'],
  ['ALTER TABLE outputs ADD COLUMN a bigint GENERATED ALWAYS AS IDENTITY'],
  ['ALTER TABLE outputs ADD COLUMN a text UNIQUE'],
  ['ALTER TABLE outputs ADD COLUMN a text PRIMARY KEY'],
  ['ALTER TABLE outputs ADD COLUMN a int CHECK (a > 0)'],
  ['ALTER TABLE outputs ADD COLUMN a text REFERENCES b (a)'],
  ['ALTER TABLE outputs ADD CONSTRAINT c CHECK (n > 0)'],
  ['ALTER TABLE outputs ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES b (a)'],
  ['ALTER TABLE outputs ADD UNIQUE (id)'],
  ['ALTER TABLE outputs DROP CONSTRAINT outputs_pkey'],
  ['ALTER TABLE outputs ALTER COLUMN tags DROP DEFAULT'],
  ['REVOKE INSERT ON outputs FROM review'],
  ['CREATE INDEX i ON outputs (id)'],
  ['CREATE INDEX CONCURRENTLY i ON outputs (id)'],
  ['UPDATE outputs SET tags = NULL'],
  ["DELETE FROM outputs WHERE id = 'a'"],
  ['WITH gone AS (DELETE FROM outputs RETURNING id) INSERT INTO former SELECT id FROM gone'],
  ['CREATE TABLE mine AS WITH gone AS (DELETE FROM outputs RETURNING id) SELECT id FROM gone'],
  ['MERGE INTO outputs o USING former f ON o.id = f.id WHEN MATCHED THEN DELETE'],
  ['TRUNCATE outputs'],
  ['LOCK TABLE outputs'],
  ['REINDEX TABLE outputs'],
  ['CLUSTER outputs'],
  ['ALTER TABLE outputs SET UNLOGGED'],
  ['VACUUM FULL outputs'],
  ['DO $$ BEGIN DROP TABLE outputs; END $$'],
  ['CREATE TABLE mine (id text); CREATE INDEX i ON outputs (id)'],
  ['CREATE TABLE IF NOT EXISTS outputs (id text); CREATE INDEX i ON outputs (id)'],
])('refuses %s', async (sql) => {
  expect(await faultsOf(sql)).toEqual([expect.stringContaining('Planted: ')]);
});

test.each([
  ['CREATE TABLE mine (id serial PRIMARY KEY, n int NOT NULL); CREATE INDEX i ON mine (n)'],
  ['CREATE TABLE mine AS SELECT id FROM outputs; ALTER TABLE mine ADD PRIMARY KEY (id)'],
  ["ALTER TABLE outputs ADD COLUMN a text, ADD COLUMN b text NOT NULL DEFAULT ''"],
  ['ALTER TABLE outputs ADD CONSTRAINT c CHECK (n > 0) NOT VALID'],
  ['ALTER TABLE outputs VALIDATE CONSTRAINT c'],
  ['ALTER TABLE outputs ADD CONSTRAINT c UNIQUE USING INDEX i'],
  ['ALTER TABLE outputs ALTER COLUMN tags DROP NOT NULL'],
  ["ALTER TABLE outputs ALTER COLUMN tags SET DEFAULT ''"],
  ['ALTER TABLE outputs DROP CONSTRAINT outputs_state_check'],
  ['GRANT SELECT ON outputs TO review'],
  ["CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
])('accepts %s', async (sql) => {
  expect(await faultsOf(sql)).toEqual([]);
});

test('accepts an index created concurrently outside of a transaction', async () => {
  const apart = { transaction: false };
  expect(await faultsOf('CREATE INDEX CONCURRENTLY i ON outputs (id)', apart)).toEqual([]);
  expect(await faultsOf('DROP INDEX CONCURRENTLY i', apart)).toEqual([]);
  expect(await faultsOf('CREATE INDEX i ON outputs (id)', apart)).toHaveLength(1);
});

test('refuses IF NOT EXISTS for a concurrent index, which would accept an incomplete one', async () => {
  const sql = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON outputs (id)';
  expect(await faultsOf(sql, { transaction: false })).toEqual([
    expect.stringContaining('IF NOT EXISTS'),
  ]);
});

test('accepts dropping what the previous release does not read, and nothing else', async () => {
  const unread = ['outputs.tags', 'former'];
  const drop = 'ALTER TABLE outputs DROP COLUMN tags; DROP TABLE former';
  expect(await faultsOf(drop, { unread })).toEqual([]);
  expect(await faultsOf(`${drop}, outputs`, { unread })).toHaveLength(1);
  expect(await faultsOf('ALTER TABLE outputs DROP COLUMN id', { unread })).toHaveLength(1);
  expect(await faultsOf('DROP INDEX former', { unread })).toHaveLength(1);
});
