import {
  INTERNAL_OPERATIONS,
  type OutputsEvaluated,
  type OutputsSubmitted,
  type ReviewState,
} from '@output-review/contracts';
import { isTransientError } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { type AcceptedOutput, findAccepted, readBodies } from './accepted.sql.ts';

/** Outputs that review could not answer for, and why. */
export interface Gap {
  readonly workspaceId: string;
  readonly ids: readonly string[];
  readonly state: Exclude<ReviewState, 'deleted'>;
  readonly requestId: string;
}

// A call between services takes 16 MB; evaluations need room beside the bodies, and so does the
// memory of both sides.
const APPLIED_BYTES_MAX = 4_000_000;

const IDS_PER_CALL = 100;

/**
 * Hands review the events that it lags behind with, so that whatever was answered to a submitter can
 * be read and changed at once.
 */
export async function ensureReadYourWrites(ctx: Context, gap: Gap): Promise<void> {
  for (let start = 0; start < gap.ids.length; start += IDS_PER_CALL) {
    await dispatch(ctx, { ...gap, ids: gap.ids.slice(start, start + IDS_PER_CALL) });
  }
}

async function dispatch(ctx: Context, gap: Gap): Promise<void> {
  const { workspaceId } = gap;
  if (gap.state === 'not-applied') {
    const evaluations = await findEvaluations(ctx, gap);
    if (evaluations.length > 0) await apply(ctx, gap, { submissions: [], evaluations });
    return;
  }
  const live = await findAccepted(ctx.db, workspaceId, gap.ids);
  if (live.length === 0) return;
  const evaluations = await findEvaluations(ctx, { ...gap, ids: live.map(({ id }) => id) });
  for (const group of groupBySize(live)) {
    // A body that has gone by now is held by review, or deleted.
    const submissions = await readBodies(ctx.db, workspaceId, group);
    await apply(ctx, gap, { submissions, evaluations: resultsOf(evaluations, group) });
  }
  const rest = live.flatMap(({ id, bodyBytes }) => (bodyBytes === null ? [id] : []));
  const restResults = resultsOf(evaluations, rest);
  if (restResults.length > 0) await apply(ctx, gap, { submissions: [], evaluations: restResults });
}

// A person waits for what is behind these calls.
const TIMEOUT_MS = 5_000;

/** Empty also where the evaluator cannot be asked: what was accepted can be read without it. */
async function findEvaluations(
  { evaluator, assertion, log }: Context,
  { workspaceId, ids, requestId }: Gap,
): Promise<readonly OutputsEvaluated[]> {
  try {
    const answer = await evaluator.call(INTERNAL_OPERATIONS.lookUpEvaluations, {
      ...{ assertion, timeoutMs: TIMEOUT_MS, requestId },
      body: { workspaceId, ids: [...ids] },
    });
    return answer.evaluations;
  } catch (error) {
    if (!isTransientError(error)) throw error;
    log.warn({ requestId }, 'evaluator unavailable, continuing without its results');
    return [];
  }
}

interface Events {
  readonly submissions: readonly OutputsSubmitted[];
  readonly evaluations: readonly OutputsEvaluated[];
}

async function apply(
  { review, assertion }: Context,
  { requestId }: Gap,
  { submissions, evaluations }: Events,
): Promise<void> {
  await review.call(INTERNAL_OPERATIONS.applyEvents, {
    body: { submissions, evaluations },
    ...{ assertion, timeoutMs: TIMEOUT_MS, requestId },
  });
}

function resultsOf(
  evaluations: readonly OutputsEvaluated[],
  outputIds: readonly string[],
): readonly OutputsEvaluated[] {
  const ids = new Set(outputIds);
  return evaluations.filter(({ id }) => ids.has(id));
}

/** The ids of those that have a body, so that no group but one of a single body is too large. */
function groupBySize(live: readonly AcceptedOutput[]): readonly string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const { id, bodyBytes } of live) {
    if (bodyBytes === null) continue;
    const group = groups.at(-1);
    const fits = group !== undefined && bodyBytes <= room;
    if (fits) group.push(id);
    else groups.push([id]);
    room = (fits ? room : APPLIED_BYTES_MAX) - bodyBytes;
  }
  return groups;
}
