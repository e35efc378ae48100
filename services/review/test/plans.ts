import type { SqlClient } from '@output-review/runtime';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A database that also explains each statement, by running it once more. */
export function explaining(sql: SqlClient) {
  const plans: PlanNode[] = [];
  const query: SqlClient['query'] = async (statement, values) => {
    const asked = typeof statement === 'string' ? { text: statement, values } : statement;
    const { rows } = await sql.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${asked.text}`,
      asked.values,
    );
    plans.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)));
    return sql.query(statement, values);
  };
  return { plans, db: { query } };
}

/** A node of a plan and all below it. */
export function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The most rows that a node of a plan has read. */
export function rowsRead(plan: PlanNode): number {
  const read = nodesOf(plan).map((node) => {
    const filtered = node['Rows Removed by Filter'] ?? 0;
    const rechecked = node['Rows Removed by Index Recheck'] ?? 0;
    return (node['Actual Rows'] + filtered + rechecked) * node['Actual Loops'];
  });
  return Math.max(...read);
}
