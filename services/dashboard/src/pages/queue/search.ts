import { readText } from '../../app/address.ts';
import type { SearchQuery } from '../../outputs/queries.ts';

/** What of the queue is looked at; stands in the address, so that a view is a link. */
export interface QueueFilter {
  /** What is assigned to oneself or a group of one's own; or samples of what passed, which nothing waits for. */
  readonly lane?: 'mine' | 'samples';
  readonly project?: string;
  readonly q?: string;
  /** Only what has to be decided soon. */
  readonly due?: 'soon';
  /** What has to be decided first comes first; else the oldest. */
  readonly order?: 'deadline';
  /** The id of the view that is open, also once its filters are changed. */
  readonly view?: string;
}

/** Sets what it names, and leaves the rest as it is; what it names as undefined or empty says nothing. */
export type ChangeQueue = (changed: { readonly [K in keyof QueueFilter]?: unknown }) => void;

const SOON_MS = 24 * 3_600_000;

/** What nobody has decided yet in a lane; a sample that somebody flagged waits with the others. */
export function undecidedIn(lane: QueueFilter['lane']): SearchQuery {
  if (lane === 'samples') return { sampled: true, humanDecision: 'none', status: 'pass' };
  return { pending: true, ...(lane === 'mine' ? { assignee: 'me' } : {}) };
}

/** The search for the undecided that match, in the order in which they are to be decided. */
export function toSearch({ lane, project, q, due, order }: QueueFilter, now: number): SearchQuery {
  return {
    ...undecidedIn(lane),
    sortBy: order === 'deadline' ? 'respondBy' : 'timestamp',
    sortDir: 'asc',
    ...(project === undefined ? {} : { project }),
    ...(q === undefined ? {} : { q }),
    ...(due === undefined ? {} : { dueBefore: new Date(now + SOON_MS).toISOString() }),
  };
}

/** What a search parameter of the address says; what is malformed says nothing. */
export function readQueueSearch(
  search: Readonly<Record<string, unknown>>,
): QueueFilter & { id?: string } {
  const { id, lane, project, q, due, order } = search;
  const view = readText(search['view']);
  return {
    ...(typeof id === 'string' && id !== '' ? { id } : {}),
    ...(lane === 'samples' || lane === 'mine' ? { lane } : {}),
    ...(typeof project === 'string' && project !== '' ? { project } : {}),
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(due === 'soon' ? { due } : {}),
    ...(order === 'deadline' ? { order } : {}),
    ...(view === undefined ? {} : { view }),
  };
}
