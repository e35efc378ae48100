import type { OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';
import { type Database, textArray } from '@output-review/runtime';

import type {
  EvaluationStore,
  NewResult,
  OutputRef,
  RecordedResult,
  RunRef,
  WaitingSubmission,
} from '../../use-cases/evaluations/evaluation-store.ts';
import { FIND_DUE, FIND_SETTLED, FORGET, HOLD, LOOK_UP, RECORD, REOPEN } from './statements.ts';
import { inKeyOrder, latestRuns } from './key-order.ts';
import { type ResultRow, toRecordedResult } from './stored-evaluation.ts';

export function makeEvaluationStore(db: Database): EvaluationStore {
  return {
    record: (results) => record(db, results),
    hold: async (waiting) => {
      const rows = inKeyOrder(waiting, ({ submission }) => submission);
      await db.query({
        ...HOLD,
        values: [
          textArray(rows.map(({ submission }) => submission.workspaceId)),
          textArray(rows.map(({ submission }) => submission.id)),
          rows.map(({ dueAt }) => dueAt),
          textArray(rows.map(({ submission }) => JSON.stringify(submission))),
          textArray(rows.map(({ traceparent }) => traceparent)),
        ],
      });
    },
    findDue: async (now, { rowsMax, bytesMax }) => {
      const values = [now, rowsMax, bytesMax];
      const { rows } = await db.query<DueRow>({ ...FIND_DUE, values });
      return rows.map(toWaitingSubmission);
    },
    reopen: async (runs) => {
      const { rows } = await db.query<ResultRow>({ ...REOPEN, values: runColumns(runs) });
      return rows.map(toRecordedResult);
    },
    findSettled: async (runs) => {
      const { rows } = await db.query<OutputRef>({ ...FIND_SETTLED, values: runColumns(runs) });
      return rows;
    },
    forget: async (outputs) => {
      const rows = inKeyOrder(outputs, (output) => output);
      const values = [rows.map(({ workspaceId }) => workspaceId), rows.map(({ id }) => id)];
      await db.query({ ...FORGET, values });
    },
    lookUp: async (workspaceId, ids) => {
      const { rows } = await db.query<{ result: string }>({
        ...LOOK_UP,
        values: [workspaceId, ids],
      });
      return rows.map(({ result }) => JSON.parse(result) as OutputsEvaluated);
    },
  };
}

async function record(db: Database, results: readonly NewResult[]): Promise<RecordedResult[]> {
  if (results.length === 0) return [];
  const unique = latestRuns(results);
  const rows = unique.map((result) => ({ result, json: JSON.stringify(result.data) }));
  const answer = await db.query<{ seq: string; eventId: string }>({
    ...RECORD,
    values: [
      textArray(unique.map(({ data }) => data.workspaceId)),
      textArray(unique.map(({ data }) => data.id)),
      unique.map(({ data }) => data.run),
      textArray(rows.map(({ json }) => json)),
      textArray(unique.map(({ eventId }) => eventId)),
      unique.map(({ data }) => data.evaluatedAt),
      textArray(unique.map(({ traceparent }) => traceparent)),
    ],
  });
  const byEvent = new Map(rows.map((row) => [row.result.eventId, row]));
  return answer.rows.flatMap(({ seq, eventId }) => {
    const row = byEvent.get(eventId);
    return row ? [{ ...row.result, seq, json: row.json }] : [];
  });
}

function runColumns(runs: readonly RunRef[]): unknown[] {
  const rows = inKeyOrder(runs, (run) => run);
  return [
    rows.map(({ workspaceId }) => workspaceId),
    rows.map(({ id }) => id),
    rows.map(({ run }) => run),
  ];
}

interface DueRow {
  readonly request: string;
  readonly dueAt: Date;
  readonly traceparent: string | null;
}

function toWaitingSubmission({ request, dueAt, traceparent }: DueRow): WaitingSubmission {
  return { submission: JSON.parse(request) as OutputsSubmitted, dueAt, traceparent };
}
