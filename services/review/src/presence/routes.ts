import { getQueue, listGroupLoads, listReviewers } from '@output-review/contracts';

import { route } from '../context.ts';
import { countByStatus } from '../search/counts.sql.ts';
import { QUEUE } from '../statistics/statistics.sql.ts';
import { readStatistics } from '../statistics/statistics.ts';
import { findGroupLoads, findReviewing, findWaiting } from './presence.sql.ts';

const HOUR_MS = 60 * 60_000;

export const presenceRoutes = [
  route(getQueue, async ({ db, clock }, { principal }) => {
    const { workspaceId, userId } = principal;
    const now = clock.now();
    const soon = new Date(now.getTime() + HOUR_MS);
    const since = new Date(Math.floor(now.getTime() / HOUR_MS - 1) * HOUR_MS);
    const hours = {
      workspaceId,
      from: since,
      to: now,
      interval: 'hour',
      groupBy: QUEUE,
      decidedBy: null,
    } as const;
    const [counts, waiting, series] = await Promise.all([
      countByStatus(db, { workspaceId, pending: true }),
      findWaiting(db, { workspaceId, userId, soon }),
      readStatistics(db, hours),
    ]);
    const points = series.flatMap((each) => each.points);
    return {
      status: 200,
      body: {
        ...waiting,
        waiting: counts.reduce((sum, { count }) => sum + count, 0),
        oldestAt: waiting.oldestAt?.toISOString() ?? null,
        since: since.toISOString(),
        cameIn: points.reduce((sum, { flagged, error }) => sum + flagged + error, 0),
        decided: points.reduce((sum, each) => sum + each.decided, 0),
      },
    };
  }),
  route(listGroupLoads, async ({ db, clock }, { principal }) => {
    const soon = new Date(clock.now().getTime() + HOUR_MS);
    const loads = await findGroupLoads(db, principal.workspaceId, soon);
    return {
      status: 200,
      body: loads.map(({ oldestAt, nextDueAt, ...load }) => ({
        ...load,
        oldestAt: oldestAt?.toISOString() ?? null,
        nextDueAt: nextDueAt?.toISOString() ?? null,
      })),
    };
  }),
  route(listReviewers, async ({ db, clock }, { principal, query: { page, limit } }) => {
    const since = new Date(clock.now().getTime() - HOUR_MS);
    const reviewing = await findReviewing(db, principal.workspaceId, since);
    const items = reviewing.slice((page - 1) * limit, page * limit).map((each) => ({
      ...each,
      nextDueAt: each.nextDueAt?.toISOString() ?? null,
      lastDecidedAt: each.lastDecidedAt?.toISOString() ?? null,
    }));
    return { status: 200, body: { items, total: reviewing.length, page, limit } };
  }),
];
