import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
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
// With the time more is due soon, of which no event tells.
const DUE_AGAIN_MS = 10 * 60_000;
const FIELDS =
  'id,timestamp,projectName,taskName,status,verdict,excerpt,explanation,respondBy,claimedBy,approvals';

/** A row of the queue, by the fields that are asked for. */
export type QueuedOutput = FoundOutput & { readonly id: string };

/** The queue as it stands, without what was just decided here. */
export function useQueue(filter: QueueFilter) {
  const search = toSearch(filter, useNow());
  const held = useStore(heldDecisions);
  const list = useInfiniteQuery({
    // The same list as the time goes by: what was loaded of it stays.
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
  const total = data?.pages.at(-1)?.total ?? 0;
  return { ...list, outputs, search, total: Math.max(0, total - hidden) };
}

/** How many are in a lane that is not looked at; undefined until it is known. */
export function useLaneCount(lane: QueueFilter['lane'], isAsked: boolean): number | undefined {
  return useQuery({ ...laneQuery(lane), enabled: isAsked }).data;
}

const laneQuery = (lane: QueueFilter['lane']) =>
  queryOptions({
    queryKey: ['outputs', 'list', 'lane', lane ?? 'waiting'],
    queryFn: ({ signal }) => countOutputs(undecidedIn(lane), signal),
  });

/**
 * Opens one's own lane where something is in it and the address says nothing else: once, as the queue is opened, and
 * not where one has gone on meanwhile.
 *
 * @returns whether it is known which lane that is; until then none is looked at.
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

// From key to next output nothing is waited for.
const LOADED_AHEAD = 3;

/** Loads what is looked at where it has changed, and what will be next: once the key is answered. */
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

/** What came of a change of many. */
export interface BulkOutcome {
  readonly changed: number;
  readonly skipped: readonly Skipped[];
  /** Those that were not reached, and why; null where all were. */
  readonly rest: { readonly ids: readonly string[]; readonly error: Error } | null;
}

// As the API takes them.
const IDS_MAX = 1_000;
/** So many at once a person can answer for; more are done in several turns. */
const CHOSEN_MAX = 10_000;

/** Does the same to many, a thousand at a time. What was done already is told also where a later turn fails. */
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

/** The ids of all that match now, without what was just decided here; at most `CHOSEN_MAX`. */
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
