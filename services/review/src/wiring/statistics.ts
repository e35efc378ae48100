import {
  type Clock,
  type Logger,
  makeJobStarter,
  type Route,
  type ServiceFoundation,
} from '@output-review/runtime';

import { makeStatisticsRoute } from '../http/statistics/statistics-route.ts';
import { makeCountHappened } from '../store/statistics/count-happened.ts';
import { makeFindStatistics } from '../store/statistics/find-statistics.ts';
import { makeReadStatistics } from '../use-cases/statistics/read-statistics.ts';

export interface StatisticsOptions {
  readonly clock: Clock;
  readonly log: Logger;
}

// A picture may be that late.
const COUNT_EVERY_MS = 1_000;

/** Starts to count what happens. @returns the route that shows it. */
export function startStatistics(
  { clock, log }: StatisticsOptions,
  { database, closers }: ServiceFoundation,
): Route {
  const start = makeJobStarter({ log, clock, closers });
  start('count what happened', COUNT_EVERY_MS, makeCountHappened(database));
  const readStatistics = makeReadStatistics({ findStatistics: makeFindStatistics(database) });
  return makeStatisticsRoute({ readStatistics, now: () => clock.now() });
}
