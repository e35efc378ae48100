import type { AnswerOf, getQueue, listGroupLoads, listReviewers } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

/** An answer as `pg` returns it: with these times as dates. */
type Row<Answer, Time extends keyof Answer> = Omit<Answer, Time> &
  Readonly<Record<Time, Date | null>>;

/** The state of the queue, except its length. */
type Waiting = Row<
  Pick<AnswerOf<typeof getQueue>, 'oldestAt' | 'dueSoon' | 'dueUnclaimed' | 'others'>,
  'oldestAt'
>;

interface Asking {
  readonly workspaceId: string;
  readonly userId: string;
  /** A deadline up to this time is due soon. */
  readonly soon: Date;
}

// Deadlines that have acted are no longer due.
const FIND_WAITING = `
  WITH due AS (
    SELECT c.output_id IS NULL AS is_unclaimed
    FROM outputs o LEFT JOIN claims c
      ON c.workspace_id = o.workspace_id AND c.output_id = o.id AND c.until > now()
    WHERE o.workspace_id = $1 AND o.visible AND o.due_at <= $3 AND o.deadline_acted_at IS NULL
      AND o.human_decision IS NULL AND o.status IN ('flagged', 'error')
  )
  SELECT
    (SELECT coalesce(evaluated_at, created_at) FROM outputs
     WHERE workspace_id = $1 AND visible AND human_decision IS NULL AND status IN ('flagged', 'error')
     ORDER BY timestamp LIMIT 1) AS "oldestAt",
    (SELECT count(*)::int FROM due) AS "dueSoon",
    (SELECT count(*)::int FROM due WHERE is_unclaimed) AS "dueUnclaimed",
    (SELECT count(DISTINCT user_id)::int FROM claims
     WHERE workspace_id = $1 AND user_id <> $2 AND until > now()) AS others`;

export async function findWaiting(
  db: SqlClient,
  { workspaceId, userId, soon }: Asking,
): Promise<Waiting> {
  const { rows } = await db.query<Waiting>(FIND_WAITING, [workspaceId, userId, soon]);
  return rows[0] ?? { oldestAt: null, dueSoon: 0, dueUnclaimed: 0, others: 0 };
}

type GroupLoad = Row<AnswerOf<typeof listGroupLoads>[number], 'oldestAt' | 'nextDueAt'>;

/** The work of each group, with the earliest deadline first. A deadline up to `soon` is due soon. */
export async function findGroupLoads(
  db: SqlClient,
  workspaceId: string,
  soon: Date,
): Promise<readonly GroupLoad[]> {
  const { rows } = await db.query<GroupLoad>(
    `WITH load AS (
       SELECT assignee_group AS id, count(*)::int AS waiting,
         count(*) FILTER (WHERE assignee_user IS NULL)::int AS untaken,
         min(coalesce(evaluated_at, created_at)) AS oldest,
         count(*) FILTER (WHERE due_at <= $2 AND deadline_acted_at IS NULL)::int AS due_soon,
         min(due_at) FILTER (WHERE deadline_acted_at IS NULL) AS next_due
       FROM outputs
       WHERE workspace_id = $1 AND visible AND human_decision IS NULL AND status IN ('flagged', 'error')
         -- The second condition is that of the index of open work.
         AND assignee_group IS NOT NULL AND coalesce(assignee_user, assignee_group) IS NOT NULL
       GROUP BY assignee_group
     )
     SELECT g.id, g.name, coalesce(waiting, 0) AS waiting, coalesce(untaken, 0) AS untaken,
       oldest AS "oldestAt", coalesce(due_soon, 0) AS "dueSoon", next_due AS "nextDueAt",
       (SELECT count(*)::int FROM group_members m WHERE m.workspace_id = $1 AND m.group_id = g.id) AS people
     FROM groups g LEFT JOIN load ON load.id = g.id
     WHERE g.workspace_id = $1 AND NOT g.is_deleted
     ORDER BY next_due NULLS LAST, coalesce(waiting, 0) DESC, g.name, g.id`,
    [workspaceId, soon],
  );
  return rows;
}

type Reviewing = Row<
  AnswerOf<typeof listReviewers>['items'][number],
  'nextDueAt' | 'lastDecidedAt'
>;

/** People with claims, or with decisions since then, with the earliest deadline first. */
export async function findReviewing(
  db: SqlClient,
  workspaceId: string,
  since: Date,
): Promise<readonly Reviewing[]> {
  const { rows } = await db.query<Reviewing>(
    `WITH claimed AS (
       SELECT c.email, count(*)::int AS n,
         min(o.due_at) FILTER (WHERE o.deadline_acted_at IS NULL) AS due
       FROM claims c JOIN outputs o ON o.workspace_id = c.workspace_id AND o.id = c.output_id
       WHERE c.workspace_id = $1 AND c.until > now() AND o.visible GROUP BY c.email
     ), decided AS (
       SELECT actor_name AS email, count(*)::int AS n, max(at) AS last
       FROM audit_records
       WHERE workspace_id = $1 AND at >= $2 AND action = 'output.decided' AND actor_kind = 'user'
       GROUP BY actor_name
     )
     SELECT email, coalesce(c.n, 0) AS claimed, c.due AS "nextDueAt", coalesce(d.n, 0) AS decided,
       d.last AS "lastDecidedAt"
     FROM claimed c FULL JOIN decided d USING (email)
     ORDER BY c.due NULLS LAST, coalesce(c.n, 0) DESC, email`,
    [workspaceId, since],
  );
  return rows;
}
