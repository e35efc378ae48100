import type { SearchQuery } from '../../outputs/queries.ts';

/** What of the queue is looked at; stands in the address, so that a view is a link. */
export interface QueueFilter {
  readonly project?: string;
  readonly q?: string;
  /** Only what has to be decided soon. */
  readonly due?: 'soon';
  /** What has to be decided first comes first; else the oldest. */
  readonly order?: 'deadline';
}

const SOON_MS = 24 * 3_600_000;
// The address of a search changes that often, and so what is kept of its answers.
const STEP_MS = 10 * 60_000;

/** The search for the undecided that match, in the order in which they are to be decided. */
export function toSearch({ project, q, due, order }: QueueFilter, now: number): SearchQuery {
  const soon = Math.ceil((now + SOON_MS) / STEP_MS) * STEP_MS;
  return {
    pending: true,
    sortBy: order === 'deadline' ? 'respondBy' : 'timestamp',
    sortDir: 'asc',
    ...(project === undefined ? {} : { project }),
    ...(q === undefined ? {} : { q }),
    ...(due === undefined ? {} : { dueBefore: new Date(soon).toISOString() }),
  };
}

/** What a search parameter of the address says; what is malformed says nothing. */
export function readQueueSearch(
  search: Readonly<Record<string, unknown>>,
): QueueFilter & { id?: string } {
  const { id, project, q, due, order } = search;
  return {
    ...(typeof id === 'string' && id !== '' ? { id } : {}),
    ...(typeof project === 'string' && project !== '' ? { project } : {}),
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(due === 'soon' ? { due } : {}),
    ...(order === 'deadline' ? { order } : {}),
  };
}
