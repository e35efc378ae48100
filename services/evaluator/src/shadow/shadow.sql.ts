import { type Database, type SqlClient, textArray } from '@output-review/runtime';

import { CLAIMED, claimOf, FAILING_FOR, leasesOf } from '../runs/job-statements.sql.ts';
import { type Claiming, ClaimInTurn, Leases } from '../runs/jobs.sql.ts';
import { type Claim, type ClaimRequest, latestRuns } from '../runs/runs.pure.ts';
import type { ClaimedShadowRun, ShadowRun } from './shadow.pure.ts';

/** Runs with shadow rules to apply, claimed by this process on the clock of the database. */
export class ShadowTable {
  readonly leases: Leases;
  readonly #db: Database;
  readonly #claims: ClaimInTurn<ShadowRow>;

  constructor(db: Database, claiming: Claiming) {
    this.leases = new Leases(db, claiming, LEASES);
    this.#db = db;
    this.#claims = new ClaimInTurn(db, claiming, CLAIM);
  }

  /**
   * Stores runs that are about to get their result, or the job that will produce it. Skips runs that have either, and
   * those of deleted outputs.
   */
  async keep(runs: readonly ShadowRun[]): Promise<void> {
    const rows = latestRuns(runs, (run) => run);
    await this.#db.query({
      ...KEEP,
      values: [
        textArray(rows.map(({ workspaceId }) => workspaceId)),
        textArray(rows.map(({ id }) => id)),
        rows.map(({ run }) => run),
        textArray(rows.map(writeRequest)),
        textArray(rows.map(({ traceparent }) => traceparent)),
      ],
    });
  }

  /** Claims runs that have their result. Workspaces take turns. */
  async claim(request: ClaimRequest): Promise<ClaimedShadowRun[]> {
    return (await this.#claims.claim(request)).map(toClaimed);
  }

  /** Ends the run. @returns whether the claim was held */
  async remove(db: SqlClient, claim: Claim): Promise<boolean> {
    const { rows } = await db.query({ ...REMOVE, values: this.leases.valuesOf(claim) });
    return rows.length > 0;
  }
}

/**
 * Marks runs as ready whose result is stored. Deletes those of deleted outputs and earlier runs, and those whose result
 * never got a row.
 *
 * @returns how many it marked, and how many it looked at
 */
export async function readyRuns(db: Database): Promise<ReadyRuns> {
  const { rows } = await db.query<ReadyRuns>(READY);
  return rows[0] ?? { ready: 0, early: 0 };
}

interface ReadyRuns {
  readonly ready: number;
  readonly early: number;
}

/** Whether the result of this run is still the output's current one. */
export async function isCurrent(db: Database, { workspaceId, id, run }: Claim): Promise<boolean> {
  const { rows } = await db.query({ ...IS_CURRENT, values: [workspaceId, id, run] });
  return rows.length > 0;
}

type Request = Pick<ShadowRun, 'versionIds' | 'content' | 'files'>;

function writeRequest({ versionIds, content, files }: ShadowRun): string {
  return JSON.stringify({ versionIds, content, files } satisfies Request);
}

interface ShadowRow extends Claim {
  readonly traceparent: string | null;
  readonly request: string;
  readonly progress: string | null;
  readonly failingForMs: number | null;
}

function toClaimed({ request, progress, ...claim }: ShadowRow): ClaimedShadowRun {
  return {
    ...claim,
    ...(JSON.parse(request) as Request),
    progress: progress === null ? null : (JSON.parse(progress) as ClaimedShadowRun['progress']),
  };
}

// Like a result, a shadow run replaces one of an earlier run, or of an attempt whose result was never stored. The
// shadow run of an output with a job was stored with the job, unless that job has yet to read the rules.
const KEEP = {
  name: 'keep_shadow_runs',
  text: `
INSERT INTO shadow_runs AS s (workspace_id, output_id, run, request, traceparent)
SELECT workspace_id, output_id, run, request, traceparent
FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[])
  AS new (workspace_id, output_id, run, request, traceparent)
WHERE NOT EXISTS (
  SELECT FROM evaluations e
  WHERE e.workspace_id = new.workspace_id AND e.output_id = new.output_id AND (
    e.state = 'deleted' OR e.run > new.run OR (e.run = new.run AND e.state IN ('judging', 'done'))))
ORDER BY workspace_id COLLATE "C", output_id COLLATE "C"
ON CONFLICT (workspace_id, output_id) DO UPDATE SET
  run = excluded.run, is_ready = false, request = excluded.request, progress = NULL,
  traceparent = excluded.traceparent, owner = NULL, lease_until = NULL, next_attempt_at = now(),
  failing_since = NULL
WHERE s.run <= excluded.run`,
};

// A result or job is stored right after its shadow run. If a process is killed in between, the next evaluation of the
// run stores it again, unless its rules are gone by then and the result has no row.
const ABANDONED_AFTER = `interval '1 hour'`;

const READY = {
  name: 'ready_shadow_runs',
  text: `
WITH settled AS (
  SELECT s.workspace_id, s.output_id, s.run,
    (e.run = s.run AND e.state = 'done') IS TRUE AS is_current
  FROM shadow_runs s
  LEFT JOIN evaluations e ON e.workspace_id = s.workspace_id AND e.output_id = s.output_id
  WHERE NOT s.is_ready
    AND (e.state = 'deleted' OR e.run > s.run OR (e.run = s.run AND e.state = 'done')
      OR ((e.run >= s.run) IS NOT TRUE AND s.next_attempt_at < now() - ${ABANDONED_AFTER}))
  FOR UPDATE OF s SKIP LOCKED
), gone AS (
  DELETE FROM shadow_runs s USING settled x
  WHERE s.workspace_id = x.workspace_id AND s.output_id = x.output_id AND NOT x.is_current
), ready AS (
  UPDATE shadow_runs s SET is_ready = true, next_attempt_at = now() FROM settled x
  WHERE s.workspace_id = x.workspace_id AND s.output_id = x.output_id AND x.is_current
  RETURNING 1
)
SELECT (SELECT count(*) FROM ready)::int AS ready,
  (SELECT count(*) FROM shadow_runs WHERE NOT is_ready)::int AS early`,
};

const SHADOW_RUNS = { work: 'shadow', table: 'shadow_runs', isWork: 'is_ready' };
const CLAIM = claimOf({
  ...SHADOW_RUNS,
  claimed: `${CLAIMED}, e.request, e.progress, ${FAILING_FOR}`,
});
const LEASES = leasesOf(SHADOW_RUNS);

const REMOVE = {
  name: 'remove_shadow_run',
  text: `DELETE FROM shadow_runs e WHERE ${LEASES.isThisClaim} RETURNING 1`,
};

const IS_CURRENT = {
  name: 'is_run_current',
  text: `
SELECT 1 FROM evaluations
WHERE workspace_id = $1 AND output_id = $2 AND run = $3 AND state = 'done'`,
};
