import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import {
  type Consumer,
  implement,
  type ListedDeadLetter,
  type ReplayCaller,
  type Route,
  type SqlClient,
} from '@output-review/runtime';

import type { BaseContext } from './base-context.ts';

/**
 * The internal operations with which an operator lists and replays dead letters. Letters are replayed one by one. One
 * that fails again stays, with its reason. It is marked after it succeeds, so a crash in between repeats it.
 */
export function makeDeadLetterRoutes<C extends BaseContext>(
  ctx: C,
  consumers: readonly Consumer<C>[],
): Route[] {
  const { deadLetters } = ctx;
  const byTopic = new Map<string, Consumer<C>>(consumers.map((each) => [each.topic, each]));
  const replay = async (id: string, caller: ReplayCaller): Promise<void> => {
    const letter = /^\d{1,18}$/.test(id) ? await deadLetters.findOpen(id) : null;
    if (!letter) throw new Error('There is no open dead letter with this ID.');
    const { id: eventId, topic, key, time, traceparent, json } = letter.event;
    const consumer = byTopic.get(topic);
    if (!consumer) throw new Error(`This service has no consumer for ${topic}.`);
    await consumer.replay(ctx, { id, eventId, topic, key, time, traceparent, json }, caller);
    await deadLetters.markReplayed(id);
  };
  return [
    implement(INTERNAL_OPERATIONS.listDeadLetters, async ({ query }) => {
      const { all, limit, afterId } = query;
      const after = afterId === undefined ? {} : { afterId };
      const found = await deadLetters.list({ limit, isComplete: all, ...after });
      return { status: 200, body: { deadLetters: found.map(presentDeadLetter) } };
    }),
    implement(INTERNAL_OPERATIONS.replayDeadLetters, async ({ body, assertion, requestId }) => {
      const replayed: string[] = [];
      const failed: { id: string; reason: string }[] = [];
      for (const id of new Set(body.ids)) {
        try {
          await replay(id, { assertion, requestId });
          replayed.push(id);
        } catch (error) {
          failed.push({ id, reason: error instanceof Error ? error.message : String(error) });
        }
      }
      return { status: 200, body: { replayed, failed } };
    }),
  ];
}

function presentDeadLetter(letter: ListedDeadLetter) {
  return {
    id: letter.id,
    topic: letter.event.topic,
    group: letter.group,
    key: letter.event.key,
    eventId: letter.event.id,
    reason: letter.reason,
    code: letter.code,
    attempts: letter.attempts,
    position: letter.event.position,
    setAsideAt: letter.setAsideAt.toISOString(),
    replayedAt: letter.replayedAt?.toISOString() ?? null,
  };
}

/** The table with the keys of deleted outputs, and its columns. */
export interface Tombstones {
  readonly table: string;
  readonly id: string;
  /** Condition for the rows of deleted outputs. */
  readonly isDeleted: string;
}

const PAGE_ROWS = 500;
// A round over more letters than these takes several turns: replayed letters stay, so their number only grows.
const PAGES_A_TURN = 4;

/**
 * Creates a job that erases the dead letters of deleted outputs. It checks existing letters instead of reacting to
 * deletions, so it also finds a message that was read after the deletion.
 */
export function makeEraseLetters(
  database: SqlClient,
  { table, id, isDeleted }: Tombstones,
): (signal: AbortSignal) => Promise<void> {
  // Keys of outputs are `workspaceId/id`. Neither part contains a slash.
  const text = `
    WITH page AS MATERIALIZED (
      SELECT id, key FROM dead_letters WHERE id > $1::bigint ORDER BY id LIMIT ${PAGE_ROWS}
    ), erased AS (
      DELETE FROM dead_letters WHERE id = ANY (ARRAY(
        SELECT d.id FROM page JOIN dead_letters AS d USING (id) WHERE EXISTS (
          SELECT FROM ${table} AS t
          WHERE t.workspace_id = split_part(page.key, '/', 1) AND t.${id} = split_part(page.key, '/', 2)
            AND page.key = t.workspace_id || '/' || t.${id} AND t.${isDeleted}
        ) FOR UPDATE OF d SKIP LOCKED
      ))
    )
    SELECT max(id) AS last FROM page HAVING count(*) = ${PAGE_ROWS}`;
  let isEmptied = false;
  let after = FIRST;
  return async (signal) => {
    if (!isEmptied) await database.query(EMPTY_REPLAYED);
    isEmptied = true;
    for (let page = 0; page < PAGES_A_TURN && !signal.aborted; page += 1) {
      const { rows } = await database.query<{ last: string }>(text, [after]);
      after = rows[0]?.last ?? FIRST;
      if (after === FIRST) return;
    }
  };
}

const FIRST = '0';

// Letters that v0.1.0 replayed. Later releases delete the text on replay.
const EMPTY_REPLAYED = `
UPDATE dead_letters SET json = '' WHERE replayed_at IS NOT NULL AND json <> ''`;
