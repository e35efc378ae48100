import type { Client } from 'pg';

import { countOf, formatTable } from '../../frame/report.ts';

/** The cost of one kind of statement on the database server. */
interface StatementCost {
  readonly role: string;
  readonly text: string;
  readonly calls: number;
  readonly rows: number;
  /** Total elapsed milliseconds, including waits for locks and the disk. */
  readonly ms: number;
  readonly walBytes: number;
  /** Full-page images in the WAL, written on the first change of a page after a checkpoint. */
  readonly pages: number;
}

const LISTED = 14;
const TEXT_LENGTH = 60;

/** Makes the server track statements from its next start. The overhead is a few percent. */
export async function countStatementsFromNextStart(superuser: Client): Promise<void> {
  await superuser.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
}

export async function beginCounting(superuser: Client): Promise<void> {
  await superuser.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await superuser.query('SELECT pg_stat_statements_reset()');
}

/** The total WAL of the server in bytes: rows, indexes, commits, full-page images. */
export async function readWalBytes(superuser: Client): Promise<number> {
  const { rows } = await superuser.query<{ bytes: string }>(
    'SELECT wal_bytes AS bytes FROM pg_stat_wal',
  );
  return Number(rows[0]?.bytes);
}

/** Formats the most expensive statements since the reset, per output, as a Markdown table. */
export async function formatStatements(superuser: Client, outputs: number): Promise<string> {
  const { rows } = await superuser.query<StatementCost>(
    `SELECT pg_get_userbyid(userid) AS role, regexp_replace(query, '\\s+', ' ', 'g') AS text,
       calls::int, rows::int, total_exec_time AS ms, wal_bytes::float8 AS "walBytes",
       wal_fpi::int AS pages
     FROM pg_stat_statements WHERE userid <> current_user::regrole
     ORDER BY total_exec_time DESC LIMIT $1`,
    [LISTED],
  );
  return formatTable(
    ['Statement', 'Calls', 'Rows per call', 'µs per output', 'WAL per output', 'Full-page images'],
    rows.map((row) => cellsOf(row, outputs)),
  );
}

function cellsOf(row: StatementCost, outputs: number): string[] {
  const { role, text, calls, rows, ms, walBytes, pages } = row;
  return [
    `${role}: ${text.slice(0, TEXT_LENGTH).replaceAll('|', '\\|')}`,
    countOf(calls),
    (rows / calls).toFixed(1),
    ((ms * 1000) / outputs).toFixed(1),
    `${Math.round(walBytes / outputs)} B`,
    countOf(pages),
  ];
}
