import { leaveOutUndefined, readOneOf, readText } from '../../app/address.ts';
import type { SearchQuery } from '../../outputs/queries.ts';

/** The queue filters. They are in the URL, so that a view can be linked. */
export interface QueueFilter {
  /** Outputs assigned to the user or their groups, or samples of passed outputs, which block nothing. */
  readonly lane?: 'mine' | 'samples';
  readonly project?: string;
  readonly q?: string;
  /** Only outputs due soon. */
  readonly due?: 'soon';
  /** Earliest deadline first; otherwise oldest first. */
  readonly order?: 'deadline';
  /** The ID of the open view, kept when its filters change. */
  readonly view?: string;
}

/** Sets the given filters and keeps the others; undefined or empty removes one. */
export type ChangeQueue = (changed: { readonly [K in keyof QueueFilter]?: unknown }) => void;

const SOON_MS = 24 * 3_600_000;

/** The undecided outputs of a lane. A flagged sample is among the waiting outputs. */
export function undecidedIn(lane: QueueFilter['lane']): SearchQuery {
  if (lane === 'samples') return { sampled: true, humanDecision: 'none', status: 'pass' };
  return { pending: true, ...(lane === 'mine' ? { assignee: 'me' } : {}) };
}

/** The search for matching undecided outputs, in the order to decide them. */
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

/** Reads the search params of the URL; malformed ones are dropped. */
export function readQueueSearch(
  search: Readonly<Record<string, unknown>>,
): QueueFilter & { id?: string } {
  return leaveOutUndefined({
    id: readText(search['id']),
    lane: readOneOf(['mine', 'samples'], search['lane']),
    project: readText(search['project']),
    q: readText(search['q']),
    due: readOneOf(['soon'], search['due']),
    order: readOneOf(['deadline'], search['order']),
    view: readText(search['view']),
  });
}
