import { DECISIONS, type OutputEvent, type StreamedEvent } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import type { Happening } from '../../use-cases/changes.ts';
import { keyColumns } from '../save-outputs.ts';
import { fanOut } from './fan-out.ts';
import { emptyDeliveries, supersedeStatuses } from './settle-former.ts';

/**
 * Writes what happened for streams and for destinations, in its transaction, and settles what was still
 * to be told of the same outputs. @returns whether there is anything to deliver.
 */
export async function tell(tx: Transaction, happenings: readonly Happening[]): Promise<boolean> {
  const [first] = happenings;
  if (!first) return false;
  await addToStream(tx, happenings);
  const hasDeliveries = await fanOut(tx, happenings);
  await supersedeStatuses(tx, happenings.filter(isDecision), first.at);
  await emptyDeliveries(
    tx,
    happenings.filter(({ event }) => event === 'deleted'),
    first.at,
  );
  return hasDeliveries;
}

async function addToStream(tx: Transaction, happenings: readonly Happening[]): Promise<void> {
  const streamed = happenings.flatMap((happening) => {
    const event = streamedEventOf(happening.event);
    return event === null ? [] : [{ ...happening, event }];
  });
  if (streamed.length === 0) return;
  await tx.query(
    `INSERT INTO output_events (
       workspace_id, output_id, event, at, project_id, task_id, status, decision, decided_by
     )
     SELECT
       t.workspace_id, t.id, t.event, t.at, o.project_id, o.task_id,
       CASE WHEN t.event <> 'deleted' THEN o.status END,
       CASE WHEN t.event <> 'deleted' THEN o.human_decision END,
       CASE WHEN t.event <> 'deleted' THEN o.decided_by END
     FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
       WITH ORDINALITY AS t (workspace_id, id, event, at, place)
     JOIN outputs o ON o.workspace_id = t.workspace_id AND o.id = t.id
     ORDER BY t.place`,
    [...keyColumns(streamed), streamed.map(({ event }) => event), streamed.map(({ at }) => at)],
  );
}

/** Null for what a list of outputs does not show. */
function streamedEventOf(event: OutputEvent): StreamedEvent | null {
  if (event === 'flagged' || event === 'deleted') return event;
  return DECISION_EVENTS.has(event) ? 'decided' : null;
}

function isDecision({ event }: Happening): boolean {
  return DECISION_EVENTS.has(event);
}

const DECISION_EVENTS: ReadonlySet<OutputEvent> = new Set(DECISIONS);
