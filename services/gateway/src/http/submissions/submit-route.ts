import { mayCall, submitOutput } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  type AppContext,
  BODY_ARRIVAL_MS_MAX,
  BODY_BYTES_MAX,
  type ByteBudget,
  formatIgnoredFields,
  IGNORED_FIELDS_HEADER,
  type JsonBody,
  readJsonBody,
  type Route,
} from '@output-review/runtime';

import type { SubmissionRules } from '../../domain/submissions/check-submission.ts';
import type { SubmitAnswer, SubmitAttempt } from '../../use-cases/submissions/submit-output.ts';
import { type ReadAttempt, readIdempotencyKey, readSubmission } from './read-submission.ts';

export interface SubmitRouteDeps {
  readonly submitOutput: (attempt: SubmitAttempt) => Promise<SubmitAnswer>;
  readonly rules: () => SubmissionRules;
}

/**
 * POST /api/logs. It has an order of its own: whatever is wrong with a request of a known token is
 * told only after the window has counted it, and a repeat is recognised before that.
 */
export const makeSubmitRoute = (deps: SubmitRouteDeps): Route => ({
  operation: submitOutput,
  async respond(ctx, { identify, bodies }) {
    const { principal } = await identify(ctx, submitOutput);
    if (principal.kind !== 'token' || !mayCall(submitOutput, principal)) {
      throw new AppError('FORBIDDEN', 'This credential may not submit.');
    }
    const body = await takeBody(ctx, bodies);
    try {
      const read = readAttempt(ctx, body, deps.rules());
      if (read.ignoredFields.length > 0) {
        ctx.set(IGNORED_FIELDS_HEADER, formatIgnoredFields(read.ignoredFields));
      }
      const requestId = ctx.state.requestId;
      present(ctx, await deps.submitOutput({ token: principal, requestId, ...read }));
    } catch (error) {
      presentOverLimit(ctx, error);
    } finally {
      if (body.kind === 'read') body.json.release();
    }
  },
});

/** The body, or the fault that is told once the window has counted the request. */
type TakenBody =
  | { readonly kind: 'read'; readonly json: JsonBody }
  | { readonly kind: 'fault'; readonly fault: AppError };

async function takeBody(ctx: AppContext, budget: ByteBudget): Promise<TakenBody> {
  try {
    const limits = { bytesMax: BODY_BYTES_MAX, timeoutMs: BODY_ARRIVAL_MS_MAX, budget };
    return { kind: 'read', json: await readJsonBody(ctx.req, limits) };
  } catch (error) {
    // Neither a full house nor a caller that hung up is a fault of the request.
    if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error;
    return { kind: 'fault', fault: error };
  }
}

function readAttempt(ctx: AppContext, body: TakenBody, rules: SubmissionRules): ReadAttempt {
  const key = readIdempotencyKey(ctx.get('Idempotency-Key'));
  if (body.kind === 'read') return readSubmission(body.json, key, rules);
  return { read: { ok: false, fault: body.fault }, idempotencyKey: null, ignoredFields: [] };
}

function present(ctx: AppContext, answer: SubmitAnswer): void {
  ctx.status = answer.status;
  ctx.body = answer.body;
  if (answer.status === 202) ctx.set('Location', `/api/logs/${String(answer.body['id'])}`);
  if (answer.isReplay) ctx.set('Idempotent-Replayed', 'true');
}

/** The one error with a body of its own. Source: the interface. */
function presentOverLimit(ctx: AppContext, error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error;
  ctx.status = error.status;
  ctx.set('Retry-After', String(error.retryAfterSeconds));
  ctx.body = { error: error.message };
}
