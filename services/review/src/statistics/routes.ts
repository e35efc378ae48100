import { getStatistics, isAtLeast, type QueryOf } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { route } from '../context.ts';
import { instantOf } from '../search/search.pure.ts';
import { countIntervals } from './statistics.pure.ts';
import type { StatisticsRequest } from './statistics.sql.ts';
import { readStatistics } from './statistics.ts';

// A month of hours, or two years of days.
const POINTS_MAX = 750;
const WEEK_MS = 7 * 24 * 60 * 60_000;

export const statisticsRoutes = [
  route(getStatistics, async ({ db, clock }, { query, principal }) => {
    const { workspaceId } = principal;
    const decidedBy = isAtLeast(principal.role, 'manager') ? null : principal.email;
    const asked = { workspaceId, decidedBy, ...readRange(query, clock.now()) };
    return { status: 200, body: { series: await readStatistics(db, asked) } };
  }),
];

function readRange(
  query: QueryOf<typeof getStatistics>,
  now: Date,
): Omit<StatisticsRequest, 'workspaceId' | 'decidedBy'> {
  const { interval = 'day', groupBy = null } = query;
  const to = instantOf(query.to, 'last') ?? now;
  const from = instantOf(query.from, 'first') ?? new Date(to.getTime() - WEEK_MS);
  const count = countIntervals(from, to, interval);
  if (count === 0) throw refused('from', 'Must not be after to.');
  if (count > POINTS_MAX)
    throw refused(
      'interval',
      `Makes more than ${POINTS_MAX} points. Choose a longer interval or a shorter range.`,
    );
  return { from, to, interval, groupBy };
}

function refused(field: string, fault: string): AppError {
  const options = { fields: { [field]: fault } };
  return new AppError(
    'VALIDATION_FAILED',
    'The statistics cannot be computed for these intervals.',
    options,
  );
}
