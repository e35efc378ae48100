import type {
  Label,
  FileData,
  JudgedContentData,
  RuleOutcome,
  Verdict,
} from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { readAppliedRules } from '../intake/applied-rules.ts';
import { bytesOf, type ContentRow, readContent } from '../outputs/contents.sql.ts';
import { LABEL } from '../outputs/outcomes.sql.ts';
import type { ResolvedFilter } from '../search/filter.sql.ts';
import type { Position } from '../search/pages.pure.ts';
import { SqlParams, whereOf } from '../search/where.sql.ts';
import type { Volume } from './backtests.pure.ts';

interface Selected {
  readonly filter: ResolvedFilter;
  /** The newest output to include. */
  readonly from: Position;
}

// The maximum of each text that a judge is shown.
const SHOWN = { output: 48_000, input: 24_000, action: 16_000, metadata: 8_000 };

/** Counts the outputs and, if asked to, how much a judge would read of them. */
export async function measureOutputs(
  db: SqlClient,
  { filter, from }: Selected,
  { outputsMax, withTexts }: { readonly outputsMax: number; readonly withTexts: boolean },
): Promise<Volume> {
  const params = new SqlParams();
  const where = `${whereOf(filter, params)} AND (o.timestamp, o.id) <= ${params.addPosition(from)}`;
  const shown = Object.entries(SHOWN).map(
    ([text, max]) => `least(${bytesOf(`b.${text}`)}, ${max})`,
  );
  const { rows } = await db.query<{ outputs: number; characters: number }>(
    `SELECT count(*)::int AS outputs, ${withTexts ? `coalesce(sum(${shown.join(' + ')}), 0)::float8` : '0'} AS characters
     FROM (SELECT o.workspace_id, o.id FROM outputs o WHERE ${where}
       ORDER BY o.timestamp DESC, o.id DESC LIMIT ${params.add(outputsMax)}) page
     ${withTexts ? 'LEFT JOIN output_bodies b USING (workspace_id, id)' : ''}`,
    params.values,
  );
  return rows[0] ?? { outputs: 0, characters: 0 };
}

/** An output as a backtest reads it. */
export interface StoredOutput extends Position {
  /** Null if it cannot be read. */
  readonly content: JudgedContentData | null;
  readonly attachments: FileData[];
  /** The outcome of the rule, or for an unstored rule the verdict of the output. */
  readonly was: RuleOutcome | null;
  readonly label: Label;
}

export interface BatchQuery extends Selected {
  /** The last output of the previous batch. */
  readonly after: Position | null;
  readonly outputsMax: number;
  /** The versions of a stored rule, null for an unstored one. */
  readonly versionIds: readonly string[] | null;
  /** Whether the rule may read more than the text of an output. */
  readonly readsAll: boolean;
}

interface Row extends Position, ContentRow {
  readonly isPending: boolean;
  readonly verdict: Verdict | null;
  readonly applied: string | null;
  readonly shadowApplied: string | null;
  readonly label: Label;
}

// A batch reads one output, or as many as fit: its texts are in memory several times while they are read, sent and
// parsed.
const BYTES_MAX = 1024 * 1024;

/** The next outputs, newest first. Empty at the end. */
export async function readBatch(db: SqlClient, query: BatchQuery): Promise<StoredOutput[]> {
  const { filter, from, after, outputsMax, versionIds, readsAll } = query;
  const params = new SqlParams();
  const where = [
    ...[whereOf(filter, params), `(o.timestamp, o.id) <= ${params.addPosition(from)}`],
    ...(after ? [`(o.timestamp, o.id) < ${params.addPosition(after)}`] : []),
  ];
  const context = readsAll ? ['input', 'metadata', 'attachments'] : [];
  const texts = ['output', 'action', ...context].map((name) => `body.${name}`);
  const rest = readsAll ? '' : ', NULL AS input, NULL AS metadata, NULL AS attachments';
  const results = versionIds
    ? `result.applied, CASE WHEN shadow.run = o.run THEN shadow.applied END AS "shadowApplied"`
    : `NULL AS applied, NULL AS "shadowApplied"`;
  const bytes = bytesOf(...texts);
  const { rows } = await db.query<Row>(
    `WITH page AS MATERIALIZED (
       SELECT o.* FROM outputs o WHERE ${where.join(' AND ')}
       ORDER BY o.timestamp DESC, o.id DESC LIMIT ${params.add(outputsMax)}
     ), sized AS (
       SELECT o.timestamp, o.id, ${texts.join(', ')}${rest}, body.confidence,
         o.latency_ms AS "latencyMs", o.cost_usd AS "costUsd", o.status = 'pending' AS "isPending",
         o.verdict, ${results}, ${LABEL} AS label, ${bytes} AS bytes,
         sum(${bytes}) OVER (ORDER BY o.timestamp DESC, o.id DESC ROWS UNBOUNDED PRECEDING) AS total
       FROM page o
       LEFT JOIN output_bodies body ON body.workspace_id = o.workspace_id AND body.id = o.id
       ${versionIds ? RESULT_JOINS : ''}
     )
     SELECT * FROM sized WHERE total <= ${BYTES_MAX} OR total = bytes
     ORDER BY timestamp DESC, id DESC`,
    params.values,
  );
  const versions = versionIds && new Set(versionIds);
  return rows.map((row) => ({
    ...{ timestamp: row.timestamp, id: row.id, label: row.label },
    ...readIfPossible(row),
    was: versions ? outcomeAmong(row, versions) : outcomeOfVerdict(row),
  }));
}

const RESULT_JOINS = `
  LEFT JOIN output_results result ON result.workspace_id = o.workspace_id AND result.id = o.id
  LEFT JOIN shadow_results shadow ON shadow.workspace_id = o.workspace_id AND shadow.id = o.id`;

function readIfPossible(row: Row): Pick<StoredOutput, 'content' | 'attachments'> {
  try {
    return readContent(row);
  } catch {
    return { content: null, attachments: [] };
  }
}

function outcomeAmong(row: Row, versions: ReadonlySet<string>): RuleOutcome | null {
  // A run in progress has no outcome.
  if (row.isPending) return null;
  const isOfRule = ({ ruleVersionId }: { readonly ruleVersionId: string }) =>
    versions.has(ruleVersionId);
  const live = readAppliedRules(row.applied).find(isOfRule);
  return (live ?? readAppliedRules(row.shadowApplied).find(isOfRule))?.outcome ?? null;
}

function outcomeOfVerdict({ isPending, verdict }: Row): RuleOutcome | null {
  if (isPending) return null;
  if (verdict === null) return 'error';
  return verdict === 'pass' ? 'passed' : 'failed';
}
