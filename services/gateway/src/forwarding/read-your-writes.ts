import {
  INTERNAL_OPERATIONS,
  type OutputsEvaluated,
  type OutputsSubmitted,
  type ReviewState,
} from '@output-review/contracts';
import { isTransientError } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { type AcceptedOutput, findAccepted, readBodies } from '../submissions/bodies.sql.ts';

/** Outputs that review could not answer for, and why. */
export interface Gap {
  readonly workspaceId: string;
  readonly ids: readonly string[];
  readonly state: Exclude<ReviewState, 'deleted'>;
  readonly requestId: string;
}

// A call between services takes up to 16 MB. The evaluations need room beside the bodies, and both sides hold the call
// in memory.
const APPLIED_BYTES_MAX = 4_000_000;

const IDS_PER_CALL = 100;

/**
 * Hands review the events that it has not processed yet, so that a submitter can read and change an output as soon as
 * it was answered.
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
    // If a body is gone by now, review stores it or the output was deleted.
    const submissions = await readBodies(ctx.db, workspaceId, group);
    await apply(ctx, gap, { submissions, evaluations: resultsOf(evaluations, group) });
  }
  const rest = live.flatMap(({ id, bodyBytes }) => (bodyBytes === null ? [id] : []));
  const restResults = resultsOf(evaluations, rest);
  if (restResults.length > 0) await apply(ctx, gap, { submissions: [], evaluations: restResults });
}

// A person waits for these calls.
const TIMEOUT_MS = 5_000;

/** Returns nothing if the evaluator is unreachable: accepted outputs can be read without its results. */
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

/** Groups the IDs that have a body, so that only a group with a single body can exceed the limit. */
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
