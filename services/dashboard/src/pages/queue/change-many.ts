import { api, take } from '../../api/client.ts';
import type { operations } from '../../api/schema.d.ts';
import type { SearchQuery } from '../../outputs/output-queries.ts';

export type BulkAction = 'approve' | 'reject';
type Answer = operations['changeManyOutputs']['responses'][200]['content']['application/json'];
export type Skipped = Answer['skipped'][number];

/** What came of a change of many. */
export interface BulkOutcome {
  readonly changed: number;
  readonly skipped: readonly Skipped[];
}

// As the API takes them.
const IDS_MAX = 1_000;
const PAGE_ROWS = 100;
/** So many at once a person can answer for; more are done in several turns. */
const CHOSEN_MAX = 10_000;

/** Approves or rejects many, a thousand at a time. */
export async function changeMany(ids: readonly string[], action: BulkAction): Promise<BulkOutcome> {
  let changed = 0;
  const skipped: Skipped[] = [];
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const body = { ids: ids.slice(at, at + IDS_MAX), action };
    const answer = await take(api.PATCH('/api/logs/bulk', { body }));
    changed += answer.count;
    skipped.push(...answer.skipped);
  }
  return { changed, skipped };
}

/** The ids of all that match now; at most `CHOSEN_MAX`. */
export async function findAll(search: SearchQuery): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query: SearchQuery = {
      ...search,
      ...(cursor === null ? {} : { cursor }),
      limit: PAGE_ROWS,
      fields: 'id',
    };
    const page = await take(api.GET('/api/logs', { params: { query } }));
    ids.push(...page.executions.flatMap(({ id }) => (id === undefined ? [] : [id])));
    cursor = page.nextCursor;
  } while (cursor !== null && ids.length < CHOSEN_MAX);
  return ids.slice(0, CHOSEN_MAX);
}
