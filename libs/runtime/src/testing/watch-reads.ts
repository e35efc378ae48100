import type { SqlClient } from '../postgres/database.ts';

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * The client, and for each of its statements the most rows that a step of its plan has read. Each runs twice:
 * a plan knows that only of what was done.
 */
export function watchReads(sql: SqlClient) {
  const reads: number[] = [];
  const query: SqlClient['query'] = async (statement, values) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    const { rows } = await sql.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      typeof statement === 'string' ? values : statement.values,
    );
    reads.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => rowsRead(Plan))));
    return sql.query(statement, values);
  };
  return { reads, query };
}

function rowsRead({ Plans: below = [], ...node }: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.max((node['Actual Rows'] + removed) * node['Actual Loops'], ...below.map(rowsRead));
}
