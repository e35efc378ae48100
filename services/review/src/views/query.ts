import {
  makeQueryReader,
  OUTPUT_COLUMNS,
  type Reading,
  VIEW_QUERIES,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { parseQuery } from '@output-review/runtime';

import { type FilterQuery, readFilter } from '../search/search.pure.ts';
import type { NamedPlace, View } from './views.sql.ts';

const readOutputsQuery = makeQueryReader(VIEW_QUERIES.outputs);
const readQueueQuery = makeQueryReader(VIEW_QUERIES.queue);

const SOON_MS = 24 * 3_600_000;

/** What is wrong with a view, by filter. */
export type Faults = Readonly<Record<string, string>>;

interface ReadQuery<Q> {
  /** Without its invalid parts. */
  readonly query: Q;
  readonly faults: Faults;
}

/** The filter in the query of a view, and its errors by filter. */
export function readViewQuery(
  { workspaceId, page, query: text }: Pick<View, 'workspaceId' | 'page' | 'query'>,
  now: Date,
): ReadQuery<FilterQuery> {
  if (page === 'outputs') {
    const { query, faults } = readText(readOutputsQuery, text);
    const { sortBy: _by, sortDir: _direction, ...filters } = query;
    return { query: filters, faults: { ...readFilter(workspaceId, filters).faults, ...faults } };
  }
  const { query, faults } = readText(readQueueQuery, text);
  const { lane, due, order: _, ...filters } = query;
  const inLane: FilterQuery =
    lane !== 'samples'
      ? { pending: true, ...(lane === 'mine' && { assignee: 'me' }) }
      : { sampled: true, humanDecision: 'none', status: 'pass' };
  const soon = new Date(now.getTime() + SOON_MS).toISOString();
  return { query: { ...filters, ...inLane, ...(due && { dueBefore: soon }) }, faults };
}

function readText<Q extends object>(
  read: (values: unknown) => Reading<Q>,
  text: string,
): ReadQuery<Partial<Q>> {
  const { values, faults } = parseQuery(text);
  const reading = read(values);
  const unknown = reading.ignored.map((name): [string, string] => [
    name,
    'There is no such filter.',
  ]);
  const query: Partial<Q> = reading.ok ? reading.value : (reading.sound ?? {});
  const own = reading.ok ? {} : reading.faults;
  return { query, faults: { ...Object.fromEntries(unknown), ...own, ...faults } };
}

/** @throws AppError VALIDATION_FAILED if a view cannot be saved like this. */
export function refuseFaulty(view: View, now: Date): void {
  const { columns } = view;
  const faults = Object.entries(readViewQuery(view, now).faults);
  const unknown = columns?.find((name) => !Object.hasOwn(OUTPUT_COLUMNS, name));
  const fields = {
    ...(faults.length > 0 && {
      query: faults.map(([name, fault]) => `${name}: ${fault}`).join(' '),
    }),
    ...(unknown !== undefined && { columns: `There is no column ${unknown}.` }),
  };
  if (Object.keys(fields).length === 0) return;
  throw new AppError('VALIDATION_FAILED', 'The view is not valid.', { fields });
}

/** The projects and tasks that a query names. */
export function placesIn({ project, task }: FilterQuery): NamedPlace[] {
  return [
    ...(project === undefined ? [] : [{ kind: 'project', name: project } as const]),
    ...(task === undefined ? [] : [{ kind: 'task', name: task } as const]),
  ];
}
