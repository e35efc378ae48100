import {
  type cancelBacktest,
  INTERNAL_OPERATIONS,
  type startBacktest,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { newId, type Reply, type RequestOf } from '@output-review/runtime';
import { transact, unredacted } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { actorOf } from '../outputs/output.pure.ts';
import { resolveFilter } from '../search/filter.sql.ts';
import { findNewest } from '../search/page.sql.ts';
import { estimateCost, noSuchBacktest } from './backtests.pure.ts';
import {
  cancelActive,
  findBacktest,
  insertBacktest,
  isActive,
  type NewBacktest,
  removeOldBacktests,
} from './backtests.sql.ts';
import { readFilterText } from './filter.ts';
import { measureOutputs } from './stored-outputs.sql.ts';

type StartRequest = RequestOf<typeof startBacktest>;

const PREPARE_TIMEOUT_MS = 10_000;

/** Validates the request, then queues the backtest, or returns only the cost estimate. */
export async function start(
  ctx: Context,
  request: StartRequest,
): Promise<Reply<typeof startBacktest>> {
  const { body, principal, assertion } = request;
  const { workspaceId } = principal;
  const { ruleId, rule: draft, estimate = false, filter = '', max, budgetUsd = null } = body;
  const asked = readFilterText(workspaceId, filter);
  if (!estimate && (await isActive(ctx.db, workspaceId))) throw oneIsActive();
  const { prices, ...prepared } = await ctx.evaluator.call(INTERNAL_OPERATIONS.prepareBacktest, {
    body: { workspaceId, ruleId, rule: draft, isEstimate: estimate },
    ...{ assertion, requestId: request.requestId, timeoutMs: PREPARE_TIMEOUT_MS },
  });
  const from = await findNewest(ctx.db, workspaceId);
  const resolved = await resolveFilter(ctx, asked, assertion);
  const isJudged = prepared.rule.type === 'llm_judge';
  const measuring = { outputsMax: max, withTexts: estimate && isJudged };
  const volume = from
    ? await measureOutputs(ctx.db, { filter: resolved, from }, measuring)
    : NOTHING;
  if (estimate) {
    const judged = prices && estimateCost(prepared.rule, volume, prices);
    const costUsd = volume.outputs === 0 || !isJudged ? 0 : judged;
    return { status: 200, body: { total: volume.outputs, costUsd } };
  }
  const found = { ...prepared, filter, outputsMax: max, budgetUsd, from, total: volume.outputs };
  return { status: 202, body: { id: await store(ctx, request, found) } };
}

const NOTHING = { outputs: 0, characters: 0 };

type Stored = Omit<
  NewBacktest,
  'workspaceId' | 'id' | 'state' | 'createdBy' | 'createdAt' | 'finishedAt'
>;

async function store(ctx: Context, request: StartRequest, found: Stored): Promise<string> {
  const { workspaceId } = request.principal;
  const id = newId();
  const createdAt = ctx.clock.now();
  const isEmpty = found.total === 0;
  await transact(ctx, async (tx) => {
    await removeOldBacktests(tx, workspaceId);
    const isInserted = await insertBacktest(tx, {
      ...{ ...found, workspaceId, id, createdAt, createdBy: actorOf(request.principal).name },
      ...{ state: isEmpty ? 'done' : 'queued', finishedAt: isEmpty ? createdAt : null },
    });
    if (!isInserted) throw oneIsActive();
    const { ruleId, ruleVersion, rule, total, outputsMax, budgetUsd } = found;
    tx.audit(request, {
      ...{ workspaceId, action: 'backtest.started', target: { kind: 'backtest', id } },
      after: {
        ...{ ruleId: unredacted(ruleId), ruleVersion, type: unredacted(rule.type) },
        ...{ value: rule.value, filter: found.filter, total, max: outputsMax, budgetUsd },
      },
    });
  });
  return id;
}

function oneIsActive(): AppError {
  return new AppError(
    'CONFLICT',
    'A backtest of this workspace is running. Wait for it, or cancel it.',
  );
}

/** Leaves an ended one as it is. @throws AppError NOT_FOUND */
export async function cancel(
  ctx: Context,
  request: RequestOf<typeof cancelBacktest>,
): Promise<void> {
  const { workspaceId } = request.principal;
  const { id } = request.params;
  await transact(ctx, async (tx) => {
    const isCancelled = await cancelActive(tx, { workspaceId, id }, ctx.clock.now());
    if (!isCancelled) {
      if (await findBacktest(tx, { workspaceId, id })) return;
      throw noSuchBacktest();
    }
    tx.audit(request, {
      ...{ workspaceId, action: 'backtest.cancelled', target: { kind: 'backtest', id } },
    });
  });
}
