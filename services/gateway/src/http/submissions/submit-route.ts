import { submitOutput, type TokenPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  type AppContext,
  formatIgnoredFields,
  IGNORED_FIELDS_HEADER,
  isOutage,
  type JsonBody,
  type Route,
} from '@output-review/runtime';

import type { SubmissionRules } from '../../domain/submissions/check-submission.ts';
import type { SubmitAnswer, SubmitAttempt } from '../../use-cases/submissions/submit-output.ts';
import { RecentCallers } from './recent-callers.ts';
import { type ReadAttempt, readIdempotencyKey, readSubmission } from './read-submission.ts';

export interface SubmitRouteDeps {
  readonly submitOutput: (attempt: SubmitAttempt) => Promise<SubmitAnswer>;
  readonly rules: () => SubmissionRules;
}

/**
 * POST /api/logs. It has an order of its own: whatever is wrong with a request of a known token is
 * told only after the window has counted it, and a repeat is recognised before that.
 */
export function makeSubmitRoute(deps: SubmitRouteDeps): Route {
  const callers = new RecentCallers();
  return {
    operation: submitOutput,
    async respond(ctx, { identify, takeBody }) {
      const caller = await callers.identify(ctx, identify);
      const { read, release } = await takeAttempt(
        ctx,
        takeBody(ctx, submitOutput, caller.principal),
        deps.rules,
      );
      try {
        const answer = await submit(ctx, { deps, read, token: caller.principal });
        if (answer.repeats !== null) await caller.confirm();
        present(ctx, answer);
      } catch (error) {
        // Without the database the look would take as long again, and tell nothing.
        if (!isOutage(error)) await caller.confirm();
        presentOverLimit(ctx, error);
      } finally {
        release();
      }
    },
  };
}

interface SubmitParts {
  readonly deps: SubmitRouteDeps;
  readonly read: ReadAttempt;
  readonly token: TokenPrincipal;
}

function submit(ctx: AppContext, { deps, read, token }: SubmitParts): Promise<SubmitAnswer> {
  if (read.ignoredFields.length > 0) {
    ctx.set(IGNORED_FIELDS_HEADER, formatIgnoredFields(read.ignoredFields));
  }
  return deps.submitOutput({ token, requestId: ctx.state.requestId, ...read });
}

interface TakenAttempt {
  readonly read: ReadAttempt;
  /** Gives the room of the body back. */
  readonly release: () => void;
}

/** What a request says. Its text ends here: it would be held beside what was made of it. */
async function takeAttempt(
  ctx: AppContext,
  reading: Promise<JsonBody>,
  rules: SubmitRouteDeps['rules'],
): Promise<TakenAttempt> {
  const body = await bodyOrFault(reading);
  const release = body.kind === 'read' ? body.json.release : () => undefined;
  try {
    return { read: readAttempt(ctx, body, rules()), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** The body, or the fault that is told once the window has counted the request. */
type TakenBody =
  | { readonly kind: 'read'; readonly json: JsonBody }
  | { readonly kind: 'fault'; readonly fault: AppError };

async function bodyOrFault(reading: Promise<JsonBody>): Promise<TakenBody> {
  try {
    return { kind: 'read', json: await reading };
  } catch (error) {
    // Neither a full house nor a caller that hung up is a fault of the request.
    if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error;
    return { kind: 'fault', fault: error };
  }
}

function readAttempt(ctx: AppContext, body: TakenBody, rules: SubmissionRules): ReadAttempt {
  const key = readIdempotencyKey(ctx.get('Idempotency-Key'));
  if (body.kind === 'read') return readSubmission(body.json, key, rules);
  const nothing = { idempotencyKey: null, ignoredFields: [], bodyBytes: 0 };
  return { read: { ok: false, fault: body.fault }, ...nothing };
}

function present(ctx: AppContext, answer: SubmitAnswer): void {
  ctx.status = answer.status;
  ctx.body = answer.body;
  if (answer.status === 202) ctx.set('Location', `/api/logs/${String(answer.body['id'])}`);
  if (answer.repeats === 'idempotency-key') ctx.set('Idempotent-Replayed', 'true');
}

/** The one error with a body of its own. Source: the interface. */
function presentOverLimit(ctx: AppContext, error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error;
  ctx.status = error.status;
  ctx.set('Retry-After', String(error.retryAfterSeconds));
  ctx.body = { error: error.message };
}
