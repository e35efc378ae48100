import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';

import { type Answer, api, type BodyOf, take } from '../../api/client.ts';
import { useStore } from '../../app/store.ts';
import { useNow } from '../../components/moment.tsx';
import { heldDecisions } from '../../decisions/held-decisions.ts';
import {
  countOutputs,
  type FoundOutput,
  outputQuery,
  type SearchQuery,
} from '../../outputs/queries.ts';
import { type QueueFilter, toSearch, undecidedIn } from './search.ts';

const PAGE_ROWS = 100;
// More outputs become due over time, without an event.
const DUE_AGAIN_MS = 10 * 60_000;
const FIELDS =
  'id,timestamp,projectName,taskName,status,verdict,excerpt,explanation,respondBy,claimedBy,approvals';

/** A queue row with the requested fields. */
export type QueuedOutput = FoundOutput & { readonly id: string };

/** The queue without outputs that were just decided here. */
export function useQueue(filter: QueueFilter) {
  const search = toSearch(filter, useNow());
  const held = useStore(heldDecisions);
  const list = useInfiniteQuery({
    // `dueBefore` advances with time, so the key has the filter instead: the loaded pages stay.
    queryKey: ['outputs', 'list', 'queue', { ...search, dueBefore: filter.due }],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam };
      const query = { ...search, ...cursor, limit: PAGE_ROWS, fields: FIELDS };
      return take(api.GET('/api/logs', { params: { query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: filter.due === undefined ? false : DUE_AGAIN_MS,
  });
  const { data } = list;
  const { outputs, hidden } = useMemo(() => {
    const away = new Set(held.map(({ outputId }) => outputId));
    const loaded = data?.pages.flatMap(({ executions }) => executions as QueuedOutput[]) ?? [];
    const outputs = loaded.filter(({ id }) => !away.has(id));
    return { outputs, hidden: loaded.length - outputs.length };
  }, [data, held]);
  const total = Math.max(0, (data?.pages.at(-1)?.total ?? 0) - hidden);
  // Not known until the rows of this lane are loaded.
  const totalOfLane = data === undefined || list.isPlaceholderData ? undefined : total;
  return { ...list, outputs, search, total, totalOfLane };
}

/** The number of outputs in a lane. */
export const laneQuery = (lane: QueueFilter['lane']) =>
  queryOptions({
    queryKey: ['outputs', 'list', 'lane', lane ?? 'waiting'],
    queryFn: ({ signal }) => countOutputs(undecidedIn(lane), signal),
  });

/**
 * Opens the user's own lane if it has outputs and the URL sets nothing. Runs once, when the queue opens, and not if the
 * user has navigated meanwhile.
 *
 * @returns whether the lane is chosen; until then, none is shown.
 */
export function useFirstLane(isPlain: boolean, openMine: () => void): boolean {
  const queryClient = useQueryClient();
  const { history } = useRouter();
  const [isChosen, setChosen] = useState(!isPlain);
  useEffect(() => {
    if (isChosen) return;
    const { href } = history.location;
    void queryClient
      .query(laneQuery('mine'))
      .then((count) => {
        if (count > 0 && history.location.href === href) openMine();
      })
      .catch(() => {})
      .finally(() => setChosen(true));
  }, [isChosen, openMine, queryClient, history]);
  return isChosen || !isPlain;
}

// Preloads outputs, so that moving to the next one needs no wait.
const LOADED_AHEAD = 3;

/** Reloads a changed open output and preloads its neighbours, after the key press is handled. */
export function useLoadAhead(
  outputs: readonly QueuedOutput[],
  { currentId, index }: { readonly currentId: string | undefined; readonly index: number },
): void {
  const queryClient = useQueryClient();
  const near = outputs.slice(Math.max(0, index - 1), index + 1 + LOADED_AHEAD).map(({ id }) => id);
  const key = [...new Set([currentId ?? '', ...near])].join('\n');
  useEffect(() => {
    const timer = window.setTimeout(() => {
      for (const id of key.split('\n')) {
        if (id !== '') void queryClient.query(outputQuery(id)).catch(() => {});
      }
    });
    return () => window.clearTimeout(timer);
  }, [key, queryClient]);
}

export type BulkAction = 'approve' | 'reject' | 'assign';
type Skipped = Answer<'changeManyOutputs'>['skipped'][number];

/** The result of a bulk change. */
export interface BulkOutcome {
  readonly changed: number;
  readonly skipped: readonly Skipped[];
  /** The outputs that were not processed, and the error; null if all were. */
  readonly rest: { readonly ids: readonly string[]; readonly error: Error } | null;
}

// Source: the API contract.
const IDS_MAX = 1_000;
/** The maximum that one person can take responsibility for at once. Larger selections take several rounds. */
export const CHOSEN_MAX = 10_000;

/** Changes outputs in batches of a thousand. If a later batch fails, the result has what was done before. */
export async function changeMany(
  ids: readonly string[],
  change: Omit<BodyOf<'changeManyOutputs'>, 'ids'>,
): Promise<BulkOutcome> {
  let changed = 0;
  const skipped: Skipped[] = [];
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const body = { ids: ids.slice(at, at + IDS_MAX), ...change };
    try {
      const answer = await take(api.PATCH('/api/logs/bulk', { body }));
      changed += answer.count;
      skipped.push(...answer.skipped);
    } catch (error) {
      if (at === 0 || !(error instanceof Error)) throw error;
      return { changed, skipped, rest: { ids: ids.slice(at), error } };
    }
  }
  return { changed, skipped, rest: null };
}

/** The IDs of all current matches, without outputs just decided here; at most `CHOSEN_MAX`. */
export async function findAll(search: SearchQuery, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query: SearchQuery = {
      ...search,
      ...(cursor === null ? {} : { cursor }),
      limit: PAGE_ROWS,
      fields: 'id',
    };
    const page = await take(api.GET('/api/logs', { params: { query }, signal }));
    ids.push(...page.executions.flatMap(({ id }) => (id === undefined ? [] : [id])));
    cursor = page.nextCursor;
  } while (cursor !== null && ids.length < CHOSEN_MAX);
  const away = new Set(heldDecisions.get().map(({ outputId }) => outputId));
  return ids.filter((id) => !away.has(id)).slice(0, CHOSEN_MAX);
}
