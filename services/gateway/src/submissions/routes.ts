import { INTERNAL_OPERATIONS, submitOutput } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  type AppContext,
  ignoredParameters,
  isTransientError,
  type JsonBody,
  nameIgnored,
  type Route,
} from '@output-review/runtime';
import { type ContextRoute, makeResealRoute } from '@output-review/shared-kernel';

import { type Context, route } from '../context.ts';
import { SEALED_MAILS } from '../people/kept-mails.sql.ts';
import { RecentCallers } from './recent-callers.ts';
import { type ReadAttempt, readIdempotencyKey, readSubmission } from './request.pure.ts';
import { settleFileClaims } from './reservations.sql.ts';
import { SEALED_CALLBACK_URLS } from './submissions.sql.ts';
import { submit, type SubmitAnswer } from './submit.ts';

/**
 * POST /api/logs. It has its own order: faults of a request with a valid token are answered only after the window has
 * counted it, and a repeat is recognized before that.
 */
export const submitRoute = (ctx: Context): Route => {
  const callers = new RecentCallers();
  return {
    operation: submitOutput,
    async respond(koa, { identify, takeBody }) {
      const caller = await callers.identify(koa, identify);
      const reading = takeBody(koa, submitOutput, caller.principal);
      const { read, release } = await takeAttempt(ctx, koa, reading);
      try {
        nameIgnored(koa, read.ignoredFields);
        const { requestId } = koa.state;
        const answer = await submit(ctx, { token: caller.principal, requestId, ...read });
        if (answer.repeats !== null) await caller.confirm();
        present(koa, answer);
      } catch (error) {
        // Without the database the lookup would take as long again, and tell nothing.
        if (isOverLimit(error) || !isTransientError(error)) await caller.confirm();
        presentOverLimit(koa, error);
      } finally {
        release();
      }
    },
  };
};

/** Called by other services on the internal listener. */
export const submissionRoutes: readonly ContextRoute<Context>[] = [
  // Tells media which unconfirmed files belong to an output.
  route(INTERNAL_OPERATIONS.settleFileClaims, async ({ db }, { body }) => ({
    status: 200,
    body: { states: await settleFileClaims(db, body.claims) },
  })),
  ({ db, encryptor }) => makeResealRoute(db, encryptor, [SEALED_CALLBACK_URLS, SEALED_MAILS]),
];

interface TakenAttempt {
  readonly read: ReadAttempt;
  /** Gives the memory of the body back. */
  readonly release: () => void;
}

/**
 * Parses a request. Its text is dropped here, so that it is not held beside the parsed value. A fault of its body is
 * answered once the window has counted the request.
 */
async function takeAttempt(
  { clock, submitting: { isPrivateHostAllowed } }: Context,
  koa: AppContext,
  reading: Promise<JsonBody>,
): Promise<TakenAttempt> {
  const key = readIdempotencyKey(koa.get('Idempotency-Key'));
  // The caller must be told that `?requireApproval=true` had no effect.
  const ignoredFields = ignoredParameters(koa.querystring);
  let body: JsonBody;
  try {
    body = await reading;
  } catch (error) {
    // Lack of memory, or a caller that hung up, is not a fault of the request.
    if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error;
    const nothing = { idempotencyKey: null, ignoredFields, bodyBytes: 0 };
    return { read: { read: { ok: false, fault: error }, ...nothing }, release: () => undefined };
  }
  const { release } = body;
  try {
    const read = readSubmission(body, key, { now: clock.now(), isPrivateHostAllowed });
    if (ignoredFields.length === 0) return { read, release };
    return { read: { ...read, ignoredFields: [...ignoredFields, ...read.ignoredFields] }, release };
  } catch (error) {
    release();
    throw error;
  }
}

function present(ctx: AppContext, answer: SubmitAnswer): void {
  ctx.status = answer.status;
  ctx.body = answer.body;
  if (answer.status === 202) ctx.set('Location', `/api/logs/${String(answer.body['id'])}`);
  if (answer.repeats === 'idempotency-key') ctx.set('Idempotent-Replayed', 'true');
}

/** A caller over the limit may retry later, as after an outage, but it is not an outage. */
function isOverLimit(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'RATE_LIMITED';
}

/** The one error with its own body format. Source: the interface. */
function presentOverLimit(ctx: AppContext, error: unknown): void {
  if (!isOverLimit(error)) throw error;
  ctx.status = error.status;
  ctx.set('Retry-After', String(error.retryAfterSeconds));
  ctx.body = { error: error.message };
}
