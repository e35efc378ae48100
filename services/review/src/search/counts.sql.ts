import type { SqlClient } from '@output-review/runtime';

import type { ResolvedFilter } from './filter.sql.ts';
import type { StatusCount } from './search.pure.ts';
import { SqlParams, whereOf } from './where.sql.ts';

const DAY_MS = 86_400_000;

/**
 * The exact counts of a filter by status. Uses the daily counts for filters that they cover. Counts days that `from` or
 * `to` cut individually.
 */
export async function countByStatus(db: SqlClient, filter: ResolvedFilter): Promise<StatusCount[]> {
  const parts = isInDailyCounts(filter)
    ? [countDays(db, filter), ...cutDays(filter).map((cut) => countRows(db, cut))]
    : [countRows(db, filter)];
  return (await Promise.all(parts)).flat();
}

function isInDailyCounts(filter: ResolvedFilter): boolean {
  const {
    workspaceId: _workspace,
    projectIds: _projects,
    taskIds: _tasks,
    status: _status,
    pending: _pending,
    from: _from,
    to: _to,
    found,
    ...others
  } = filter;
  const isFoundByName =
    !found ||
    Object.values(found.terms).every((term) => term.kind === 'values' && term.values.length === 0);
  return isFoundByName && Object.keys(others).length === 0;
}

async function countRows(db: SqlClient, filter: ResolvedFilter): Promise<StatusCount[]> {
  const params = new SqlParams();
  const { rows } = await db.query<StatusCount>(
    `SELECT status, human_decision IS NOT NULL AS "isDecided", count(*)::float8 AS count
     FROM outputs o WHERE ${whereOf(filter, params)} GROUP BY 1, 2`,
    params.values,
  );
  return rows;
}

async function countDays(db: SqlClient, filter: ResolvedFilter): Promise<StatusCount[]> {
  const params = new SqlParams();
  const conditions = [`workspace_id = ${params.add(filter.workspaceId)}`];
  const { projectIds, taskIds, found } = filter;
  if (projectIds) conditions.push(`project_id = ANY (${params.add(projectIds)}::text[])`);
  if (taskIds) conditions.push(`task_id = ANY (${params.add(taskIds)}::text[])`);
  if (found) {
    const projects = params.add(found.projectIds);
    const tasks = params.add(found.taskIds);
    conditions.push(`(project_id = ANY (${projects}::text[]) OR task_id = ANY (${tasks}::text[]))`);
  }
  if (filter.status) conditions.push(`status = ${params.add(filter.status)}`);
  if (filter.pending) conditions.push("NOT is_decided AND status IN ('flagged', 'error')");
  const { first, end } = wholeDays(filter);
  // Days since the epoch, not ISO dates: the day after the last four-digit year has five digits.
  if (first) conditions.push(`day >= date 'epoch' + ${params.add(dayNumber(first))}::int`);
  if (end) conditions.push(`day < date 'epoch' + ${params.add(dayNumber(end))}::int`);
  const { rows } = await db.query<StatusCount>(
    `SELECT status, is_decided AS "isDecided", sum(n)::float8 AS count FROM daily_counts
     WHERE ${conditions.join(' AND ')} GROUP BY 1, 2 HAVING sum(n) <> 0`,
    params.values,
  );
  return rows;
}

/** The first whole day, and the day after the last one. `to` is inclusive to the millisecond. */
function wholeDays({ from, to }: ResolvedFilter): { first: Date | null; end: Date | null } {
  return {
    first: from ? new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS) : null,
    end: to ? new Date(Math.floor((to.getTime() + 1) / DAY_MS) * DAY_MS) : null,
  };
}

/** The partial days at both ends. A single part if there is no whole day between them. */
function cutDays(filter: ResolvedFilter): ResolvedFilter[] {
  const { from, to } = filter;
  const { first, end } = wholeDays(filter);
  if (from && to && first && end && first > end) return [filter];
  const cuts: ResolvedFilter[] = [];
  if (from && first && from < first) {
    cuts.push({ ...filter, from, to: new Date(first.getTime() - 1) });
  }
  if (to && end && end <= to) cuts.push({ ...filter, from: end, to });
  return cuts;
}

function dayNumber(date: Date): number {
  return date.getTime() / DAY_MS;
}
