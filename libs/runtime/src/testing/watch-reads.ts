import type { SqlClient } from '../postgres/database.ts';

/** A step of a query plan in EXPLAIN's output. */
export interface PlanStep {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanStep[];
}

/**
 * Wraps a client and records the plan steps of its statements, and for each statement the most rows that a step read.
 * Each statement runs twice: only EXPLAIN ANALYZE knows the rows.
 */
export function watchReads(sql: SqlClient) {
  const [reads, steps]: [number[], PlanStep[]] = [[], []];
  const query: SqlClient['query'] = async (statement, values) => {
    const asked = typeof statement === 'string' ? { text: statement, values } : statement;
    const { rows } = await sql.query<{ 'QUERY PLAN': { Plan: PlanStep }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${asked.text}`,
      asked.values,
    );
    for (const { Plan } of rows.flatMap((row) => row['QUERY PLAN'])) {
      const all = stepsOf(Plan);
      steps.push(...all);
      reads.push(Math.max(...all.map(rowsRead)));
    }
    return sql.query(statement, values);
  };
  return { reads, steps, query };
}

const stepsOf = (step: PlanStep): PlanStep[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

function rowsRead(step: PlanStep): number {
  const removed =
    (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0);
  return (step['Actual Rows'] + removed) * step['Actual Loops'];
}
