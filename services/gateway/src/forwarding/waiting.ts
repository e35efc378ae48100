import { text } from 'node:stream/consumers';

import {
  getOutputStatus,
  makeQueryReader,
  type Operation,
  type Principal,
  type WorkspacePrincipal,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  ClientDisconnected,
  disconnectSignal,
  isTransientError,
  type Metrics,
  parseQuery,
  retryPauseMs,
  type Route,
  type RouteContext,
} from '@output-review/runtime';

import { credentialOf } from '../access/callers.pure.ts';
import { callerKey } from '../access/limiter.ts';
import { sessionOf } from '../access/sessions.ts';
import type { Context } from '../context.ts';
import { Seats } from '../submissions/seats.ts';
import { forward } from './forward.ts';
import { passedAnswerHeaders } from './headers.pure.ts';
import type { EndReason, HeldCall, HeldCredential } from './held-calls.ts';
import { type ForwardedCall, isSubmitter, toOwnerRequest } from './owner-request.ts';
import type { OwnerAnswer } from './owner-sender.ts';
import type { Waiting } from './settled-feed.ts';

/**
 * Answers the status of an output, with `wait` as soon as it settles. Each answer comes from review; the feed tells
 * when to ask it again.
 */
export const statusRoute = (ctx: Context): Route => ({
  operation: getOutputStatus,
  async respond(koa, tools) {
    const signal = disconnectSignal(koa);
    const principal = inWorkspace((await tools.identify(koa, getOutputStatus)).principal);
    const question: StatusQuestion = {
      ...{ call: koa, principal, signal },
      clientAddress: tools.clientAddressOf(koa),
      id: koa.params['id'] ?? '',
    };
    const told = await answerStatus(ctx, question, readWait(koa));
    koa.body = told.text;
    koa.set(passedAnswerHeaders(told.headers));
    koa.status = told.status;
  },
});

const readQuery = makeQueryReader(getOutputStatus.query);

/** In seconds; 0 also for values that review refuses. */
function readWait({ method, querystring }: RouteContext): number {
  const reading = readQuery(parseQuery(querystring).values);
  return method === 'GET' && reading.ok ? reading.value.wait : 0;
}

function mayRead(principal: WorkspacePrincipal): boolean {
  return principal.kind === 'user' || principal.scopes.includes('read');
}

interface StatusQuestion {
  /** As forwarded to review. */
  readonly call: ForwardedCall;
  readonly principal: WorkspacePrincipal;
  readonly clientAddress: string | null;
  /** The output in the path. */
  readonly id: string;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
}

/** Review's answer about an output: immediately, or when it settles, after at most the given seconds. */
export async function answerStatus(
  ctx: Context,
  asked: StatusQuestion,
  seconds: number,
): Promise<StatusAnswer> {
  const { principal, id } = asked;
  const submitted = { ...getOutputStatus, principal };
  // A caller with read access may read every output.
  const isOwn = !mayRead(principal) && (await isSubmitter(ctx, { params: { id } }, submitted));
  const question = { ...asked, isSubmitter: isOwn };
  return seconds === 0 ? ask(ctx, question) : askUntilSettled(ctx, question, seconds);
}

interface Question extends StatusQuestion {
  readonly isSubmitter: boolean;
}

interface StatusAnswer extends Pick<OwnerAnswer, 'status' | 'headers'> {
  readonly text: string;
}

async function ask(
  ctx: Context,
  { call, principal, clientAddress, id, isSubmitter, signal }: Question,
): Promise<StatusAnswer> {
  // A wait may outlast one assertion, so each request gets its own.
  const identity = { principal, assertion: await ctx.issuer.issue(principal, getOutputStatus) };
  const parts = { identity, clientAddress, isSubmitter, signal };
  const request = toOwnerRequest(call, getOutputStatus, parts);
  const { workspaceId } = principal;
  const asking = { workspaceId, outputId: id, requestId: call.state.requestId };
  const answer = await forward(ctx, request, asking);
  return { status: answer.status, headers: answer.headers, text: await text(answer.body) };
}

async function askUntilSettled(
  ctx: Context,
  question: Question,
  seconds: number,
): Promise<StatusAnswer> {
  const { waitSeats, settledFeed, heldCalls, stopping } = ctx;
  const { call, principal, id } = question;
  const wait = new Wait({ workspaceId: principal.workspaceId, id }, seconds, question.signal);
  settledFeed.add(wait);
  let giveBack = () => {};
  try {
    let told = await ask(ctx, question);
    if (isAnswer(told)) return told;
    giveBack = waitSeats.take(callerKey(principal));
    wait.credential = await credentialOfCall(ctx, call, { ...getOutputStatus, principal });
    heldCalls.add(wait);
    if (stopping.signal.aborted) return told;
    for (let outages = 0; !isAnswer(told);) {
      const why = await wait.next();
      if (why === 'stopping') return told;
      if (why === 'time') return await wait.unlessRefused(ask(ctx, question));
      const next = await wait.unlessRefused(askUnlessAway(ctx, question));
      outages = next ? 0 : outages + 1;
      // Nothing else may wake it, because the feed may have survived the outage.
      if (next) told = next;
      else wait.wakeAfter(retryPauseMs(outages));
    }
    return told;
  } finally {
    wait.stop();
    settledFeed.remove(wait);
    heldCalls.remove(wait);
    giveBack();
  }
}

/** Null in an outage, which is not reported while the caller still has time. */
async function askUnlessAway(ctx: Context, question: Question): Promise<StatusAnswer | null> {
  try {
    const told = await ask(ctx, question);
    return told.status < 500 ? told : null;
  } catch (error) {
    if (isTransientError(error)) return null;
    throw error;
  }
}

/** Whether to answer a waiting caller: the output has settled or is gone. */
function isAnswer({ status, text: body }: StatusAnswer): boolean {
  return status !== 200 || (JSON.parse(body) as { readonly settled: boolean }).settled;
}

/** Narrows to a token or a session. @throws AppError FORBIDDEN for any other principal. */
export function inWorkspace(principal: Principal): WorkspacePrincipal {
  if ('workspaceId' in principal) return principal;
  throw new AppError('FORBIDDEN', 'This credential does not have the required role or scope.');
}

/** The credential that keeps a held call open. @throws AppError UNAUTHENTICATED. */
export async function credentialOfCall(
  ctx: Context,
  { headers }: Pick<ForwardedCall, 'headers'>,
  { access, principal }: Pick<Operation, 'access'> & { readonly principal: WorkspacePrincipal },
): Promise<HeldCredential> {
  const credential = credentialOf(headers, ctx.cookie.name);
  if (credential.kind === 'token') return credential;
  const { token } = await sessionOf(ctx, headers);
  const role = (typeof access === 'object' && access.role) || 'viewer';
  return { kind: 'session', token, workspaceId: principal.workspaceId, role };
}

type WakeReason = 'change' | 'time' | 'hung up' | EndReason;

/** A waiting call. It ends with its output, its time, its caller or its credential. */
class Wait implements Waiting, HeldCall {
  readonly workspaceId: string;
  readonly id: string;
  credential: HeldCredential = { kind: 'token', token: '' };
  readonly #timer: NodeJS.Timeout;
  #retry: NodeJS.Timeout | undefined;
  #why: WakeReason | null = null;
  #resume: () => void = () => {};
  #refuse: (error: AppError) => void = () => {};
  readonly #refused = new Promise<never>((_, refuse) => (this.#refuse = refuse));

  constructor(
    { workspaceId, id }: Pick<Waiting, 'workspaceId' | 'id'>,
    seconds: number,
    signal: AbortSignal,
  ) {
    this.workspaceId = workspaceId;
    this.id = id;
    // The promise may be rejected while nothing awaits it.
    this.#refused.catch(() => {});
    this.#timer = setTimeout(() => this.#wake('time'), seconds * 1_000);
    if (signal.aborted) this.#wake('hung up');
    signal.addEventListener('abort', () => this.#wake('hung up'), { once: true });
  }

  wake(): void {
    this.#wake('change');
  }

  wakeAfter(ms: number): void {
    this.#retry = setTimeout(() => this.wake(), ms);
  }

  end(why: EndReason): void {
    if (why !== 'stopping') this.#refuse(refusalOf(why));
    this.#wake(why);
  }

  /**
   * Awaits a request to review, which may outlast the credential.
   *
   * @throws AppError if the credential became invalid or could not be checked in the meantime.
   */
  async unlessRefused<T>(asking: Promise<T>): Promise<T> {
    return Promise.race([this.#refused, asking]);
  }

  /**
   * Waits for the next reason to continue. Changes that arrive in between count as one.
   *
   * @throws AppError if the credential became invalid or could not be checked; ClientDisconnected.
   */
  async next(): Promise<'change' | 'time' | 'stopping'> {
    if (this.#why === null) await new Promise<void>((resume) => (this.#resume = resume));
    const why = this.#why;
    switch (why) {
      case 'hung up':
        throw new ClientDisconnected();
      case 'dead credential':
      case 'unchecked':
        throw refusalOf(why);
      case 'time':
      case 'stopping':
        return why;
      case 'change':
      case null:
        this.#why = null;
        return 'change';
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
  }

  // A reason that ends the wait is not overwritten: the time may be over during a request.
  #wake(why: WakeReason): void {
    if (this.#why === null || this.#why === 'change') this.#why = why;
    this.#resume();
  }
}

function refusalOf(why: Exclude<EndReason, 'stopping'>): AppError {
  if (why === 'dead credential') {
    return new AppError('UNAUTHENTICATED', 'The credential is no longer valid.');
  }
  const message = 'The credential cannot be checked right now. Try again in a moment.';
  return new AppError('UNAVAILABLE', message);
}

/** Source: the interface. */
const WAITS_PER_CALLER_MAX = 100;

/** Limits the calls of this process that wait for an output, per caller. */
export function openWaitSeats(metrics: Metrics): Seats {
  const tooMany = 'Too many calls of this caller are waiting for an output.';
  const seats = new Seats({
    perHolderMax: WAITS_PER_CALLER_MAX,
    refusal: () => new AppError('RATE_LIMITED', tooMany, { retryAfterSeconds: 1 }),
  });
  const waiting = metrics.gauge({
    name: 'output_review_waiting_calls',
    help: 'Status calls that are waiting for their output to settle.',
    labels: [],
  });
  metrics.beforeScrape({
    name: 'waiting calls',
    read: () => waiting.set({}, seats.count),
  });
  return seats;
}
