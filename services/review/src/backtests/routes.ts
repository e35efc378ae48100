import {
  cancelBacktest,
  getBacktest,
  INTERNAL_OPERATIONS,
  listBacktestFlips,
  listBacktests,
  startBacktest,
} from '@output-review/contracts';

import { route } from '../context.ts';
import { toExcerpt } from '../details/details.pure.ts';
import { noSuchBacktest, presentBacktest } from './backtests.pure.ts';
import { findBacktest, findBacktests, findFlips } from './backtests.sql.ts';
import { cancel, start } from './backtests.ts';
import { runTimeSlice } from './run.ts';

export const backtestRoutes = [
  route(startBacktest, start),
  route(listBacktests, async ({ db }, { query, principal }) => {
    const { backtests, total } = await findBacktests(db, principal.workspaceId, query);
    const { page, limit } = query;
    return { status: 200, body: { items: backtests.map(presentBacktest), total, page, limit } };
  }),
  route(getBacktest, async ({ db }, { params: { id }, principal }) => {
    const backtest = await findBacktest(db, { workspaceId: principal.workspaceId, id });
    if (!backtest) throw noSuchBacktest();
    return { status: 200, body: presentBacktest(backtest) };
  }),
  route(listBacktestFlips, async ({ db }, { params: { id }, query, principal }) => {
    const key = { workspaceId: principal.workspaceId, id };
    if (!(await findBacktest(db, key))) throw noSuchBacktest();
    const { flips, total } = await findFlips(db, key, query);
    const items = flips.map((flip) => ({ ...flip, excerpt: toExcerpt(flip.excerpt) }));
    return { status: 200, body: { items, total, page: query.page, limit: query.limit } };
  }),
  route(cancelBacktest, async (ctx, request) => {
    await cancel(ctx, request);
    return { status: 200, body: { ok: true } };
  }),
  route(INTERNAL_OPERATIONS.runBacktests, async (ctx, request) => ({
    status: 200,
    body: { isBusy: await runTimeSlice(ctx, request) },
  })),
];
