import type { ReadEvent } from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../../harness/client.ts';

/** What the service says about its outputs in different places. */
export interface Accounts {
  readonly api: Client;
  /** All events of the stream, in order. */
  readonly events: readonly ReadEvent[];
  /** All calls of a subscription, in order. */
  readonly told: readonly JsonObject[];
  readonly audited: readonly JsonObject[];
}

const STATE_EVENTS = ['evaluated', 'flagged', 'decided', 'deleted'];
const DECISIONS = ['approved', 'rejected', 'changed', 'handled'];

/** All audit records of the workspace. */
export async function readAudit(api: Client): Promise<JsonObject[]> {
  const records: JsonObject[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await api.get(`/api/audit?limit=100&page=${page}`);
    const items = body['items'] as JsonObject[];
    records.push(...items);
    if (items.length < 100) return records;
  }
}

/** What stream, audit log, timeline, decisions and subscription say about an output. They must agree. */
export async function accountsOf(id: string, { api, events, told, audited }: Accounts) {
  const { status, body } = await api.get(`/api/logs/${id}`);
  const ofOutput = events.filter(({ data }) => data['id'] === id);
  const states = ofOutput.filter(({ event }) => STATE_EVENTS.includes(event));
  const last = states.at(-1);
  const timeline = (await api.get(`/api/logs/${id}/timeline`)).body['events'];
  const decisions = listOf(body['decisions']);
  const calls = told.filter((call) => call['id'] === id);
  const counted = (name: string) => ({
    streamed: ofOutput.filter(({ event }) => event === name).length,
    audited: audited.filter(({ logId, action }) => logId === id && action === `output.${name}`)
      .length,
  });
  return {
    ...{ status, last: { event: last?.event, ...last?.data }, afterLast: ofOutput.at(-1)?.event },
    now: { status: body['status'], humanDecision: body['humanDecision'] },
    sampled: body['sampled'] === true,
    counted: {
      flagged: counted('flagged'),
      decided: counted('decided'),
      deleted: counted('deleted'),
    },
    decided: {
      listed: decisions.length,
      open: decisions.filter(({ clearedAt }) => clearedAt === null).map(({ decision }) => decision),
      onTimeline: listOf(timeline).filter(({ stage }) => stage === 'decided').length,
      told: calls.filter(({ event }) => DECISIONS.includes(String(event))).length,
    },
    lastTold: calls.at(-1)?.['event'],
    toldDeleted: calls.filter(({ event }) => event === 'deleted').length,
    isInOrder: isSorted(calls.map(({ timestamp }) => String(timestamp))),
  };
}

/** Pages through a search. @returns what it lists and what it counts. */
export async function searched(api: Client, query: string) {
  const ids: string[] = [];
  for (let cursor = ''; ;) {
    const path = `/api/logs?limit=3&fields=id&${query}`;
    const { body } = await api.get(cursor === '' ? path : `${path}&cursor=${cursor}`);
    ids.push(...listOf(body['executions']).map((each) => String(each['id'])));
    const { nextCursor: next, total } = body;
    if (typeof next !== 'string') return { ids, total };
    cursor = encodeURIComponent(next);
  }
}

/** The statistics of the last hours. */
export async function statistics(api: Client): Promise<JsonObject> {
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const { body } = await api.get(`/api/stats?interval=range&from=${from}`);
  return listOf(listOf(body['series'])[0]?.['points'])[0] ?? {};
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? (value as JsonObject[]) : [];
}

function isSorted(texts: readonly string[]): boolean {
  return texts.every((text, n) => n === 0 || text >= (texts[n - 1] ?? ''));
}
