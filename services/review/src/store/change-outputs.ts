import type { DataOf, EventType } from '@output-review/contracts';
import {
  addToOutbox,
  type AuditEntry,
  type Auditor,
  type Clock,
  type Database,
  makeOutgoingEvent,
  newId,
  type OutgoingEvent,
  type StoredEvent,
  type Transaction,
} from '@output-review/runtime';

import type { Conclusion } from '../domain/decide.ts';
import { outputKey, type OutputKey } from '../domain/output.ts';
import type {
  Changes,
  Explanation,
  Happening,
  NewConclusion,
  OutputAudit,
  TimelineEntry,
} from '../use-cases/changes.ts';
import type { RunContent } from '../use-cases/judged-output.ts';
import type { CommitSignals } from './commit-signals.ts';
import { addConclusions, clearConclusions, findConclusions } from './conclusions.ts';
import { tell } from './destinations/tell.ts';
import { findContents } from './find-contents.ts';
import { keyColumns, lockOutputs, saveOutputs } from './save-outputs.ts';

interface Deps {
  readonly database: Database;
  /** Sends what was committed without reading it again. */
  readonly relay: { handOver(stored: readonly StoredEvent[]): void };
  readonly clock: Clock;
  readonly auditor: Pick<Auditor, 'eventsOf'>;
  readonly signals: CommitSignals;
}

/** What is left to do after the commit. */
interface Pending {
  readonly events: OutgoingEvent[];
  readonly wakes: Set<{ notify(): void }>;
}

/** Runs changes of outputs in a transaction; after its commit hands the events to the relay. */
export const makeChangeOutputs =
  ({ database, relay, ...telling }: Deps) =>
  async <T>(work: (changes: Changes, tx: Transaction) => Promise<T>): Promise<T> => {
    const [result, stored, wakes] = await database.transaction(async (tx) => {
      const pending: Pending = { events: [], wakes: new Set() };
      const done = await work(changesIn(tx, pending, telling), tx);
      return [done, await storeEvents(tx, pending.events), pending.wakes] as const;
    });
    relay.handOver(stored);
    for (const waiting of wakes) waiting.notify();
    return result;
  };

function storeEvents(tx: Transaction, events: readonly OutgoingEvent[]): Promise<StoredEvent[]> {
  return events.length === 0 ? Promise.resolve([]) : addToOutbox(tx, events);
}

function changesIn(
  tx: Transaction,
  { events, wakes }: Pending,
  { clock, auditor, signals }: Pick<Deps, 'clock' | 'auditor' | 'signals'>,
): Changes {
  return {
    lock: (keys) => lockOutputs(tx, keys),
    save: (changes) => saveOutputs(tx, changes),
    presentConclusions: (keys): Promise<Map<string, Conclusion>> => findConclusions(tx, keys),
    addConclusions: (conclusions: readonly NewConclusion[]) => addConclusions(tx, conclusions),
    clearConclusions: (keys, at) => clearConclusions(tx, keys, at),
    explanationOf: (key) => explanationOf(tx, key),
    explain: (key, words) => explain(tx, key, words),
    contentsOf: (keys): Promise<Map<string, RunContent>> => findContents(tx, keys),
    addToTimeline: (entries) => addToTimeline(tx, entries),
    tell: async (happenings: readonly Happening[]) => {
      wakes.add(signals.happened);
      if (await tell(tx, happenings)) wakes.add(signals.deliveries);
    },
    announce: async <E extends EventType>(
      event: E,
      facts: readonly (DataOf<E> & OutputKey)[],
    ): Promise<void> => {
      for (const fact of facts) events.push(toEvent(event, fact, clock));
    },
    audit: (origin, done) => {
      events.push(...auditor.eventsOf(origin, done.map(toEntry)));
    },
  };
}

function toEntry({ workspaceId, id, ...done }: OutputAudit): AuditEntry {
  return { workspaceId, target: { kind: 'output', id }, logId: id, ...done };
}

function toEvent(event: EventType, fact: OutputKey, clock: Clock): OutgoingEvent {
  return makeOutgoingEvent({
    topic: event.topic,
    key: outputKey(fact),
    ...{ id: newId(), source: 'review', time: clock.now().toISOString(), data: fact },
  });
}

async function explanationOf(tx: Transaction, { workspaceId, id }: OutputKey) {
  const { rows } = await tx.query<{ explanation: string | null }>(
    'SELECT explanation FROM output_results WHERE workspace_id = $1 AND id = $2',
    [workspaceId, id],
  );
  return rows[0]?.explanation ?? null;
}

async function explain(
  tx: Transaction,
  { workspaceId, id }: OutputKey,
  { explanation, flagReason }: Explanation,
): Promise<void> {
  await tx.query(
    `INSERT INTO output_results (workspace_id, id, explanation, flag_reason)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (workspace_id, id) DO UPDATE SET
       explanation = excluded.explanation, flag_reason = excluded.flag_reason`,
    [workspaceId, id, explanation, flagReason],
  );
}

async function addToTimeline(tx: Transaction, entries: readonly TimelineEntry[]): Promise<void> {
  await tx.query(
    `INSERT INTO timeline (workspace_id, output_id, at, stage, actor, detail)
     SELECT * FROM unnest(
       $1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[])`,
    [
      ...keyColumns(entries),
      entries.map(({ at }) => at),
      entries.map(({ stage }) => stage),
      entries.map(({ actor }) => actor),
      entries.map(({ detail }) => detail),
    ],
  );
}
