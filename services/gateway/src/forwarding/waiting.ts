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
  parseQuery,
  retryPauseMs,
  type Route,
  type RouteContext,
} from '@output-review/runtime';

import { credentialOf } from '../access/callers.pure.ts';
import { callerKey } from '../access/limiter.ts';
import { sessionOf } from '../access/sessions.ts';
import type { Context } from '../context.ts';
import { forward } from './forward.ts';
import { passedAnswerHeaders } from './headers.pure.ts';
import type { EndReason, HeldCall, HeldCredential } from './held-calls.ts';
import { type ForwardedCall, isSubmitter, toOwnerRequest } from './owner-request.ts';
import type { OwnerAnswer } from './owner-sender.ts';
import type { Waiting } from './settled-feed.ts';

/**
 * Answers the status of an output; with `wait` when it settles. Review answers each time, and tells here
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

/** In seconds; 0 also for what review refuses. */
function readWait({ method, querystring }: RouteContext): number {
  const reading = readQuery(parseQuery(querystring).values);
  return method === 'GET' && reading.ok ? reading.value.wait : 0;
}

function mayRead(principal: WorkspacePrincipal): boolean {
  return principal.kind === 'user' || principal.scopes.includes('read');
}

interface StatusQuestion {
  /** As it goes on to review. */
  readonly call: ForwardedCall;
  readonly principal: WorkspacePrincipal;
  readonly clientAddress: string | null;
  /** The output in its path. */
  readonly id: string;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
}

/** What review answers about an output: at once, or when it settles, at the latest after so many seconds. */
export async function answerStatus(
  ctx: Context,
  asked: StatusQuestion,
  seconds: number,
): Promise<Told> {
  const { principal, id } = asked;
  const submitted = { ...getOutputStatus, principal };
  // Whoever may read may read all of it.
  const isOwn = !mayRead(principal) && (await isSubmitter(ctx, { params: { id } }, submitted));
  const question = { ...asked, isSubmitter: isOwn };
  return seconds === 0 ? ask(ctx, question) : askUntilSettled(ctx, question, seconds);
}

interface Question extends StatusQuestion {
  readonly isSubmitter: boolean;
}

interface Told extends Pick<OwnerAnswer, 'status' | 'headers'> {
  readonly text: string;
}

async function ask(
  ctx: Context,
  { call, principal, clientAddress, id, isSubmitter, signal }: Question,
): Promise<Told> {
  // It may be asked for longer than one assertion lives.
  const identity = { principal, assertion: await ctx.issuer.issue(principal, getOutputStatus) };
  const parts = { identity, clientAddress, isSubmitter, signal };
  const request = toOwnerRequest(call, getOutputStatus, parts);
  const { workspaceId } = principal;
  const asking = { workspaceId, outputId: id, requestId: call.state.requestId };
  const answer = await forward(ctx, request, asking);
  return { status: answer.status, headers: answer.headers, text: await text(answer.body) };
}

async function askUntilSettled(ctx: Context, question: Question, seconds: number): Promise<Told> {
  const { waitSeats, settledFeed, heldCalls, leaving } = ctx;
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
    if (leaving.signal.aborted) return told;
    for (let outages = 0; !isAnswer(told);) {
      const why = await wait.next();
      if (why === 'stopping') return told;
      if (why === 'time') return await wait.unlessRefused(ask(ctx, question));
      const next = await wait.unlessRefused(askUnlessAway(ctx, question));
      outages = next ? 0 : outages + 1;
      // Nobody else may wake it: the feed may have outlived the outage.
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

/** Null in an outage, which a caller that still has time is not told. */
async function askUnlessAway(ctx: Context, question: Question): Promise<Told | null> {
  try {
    const told = await ask(ctx, question);
    return told.status < 500 ? told : null;
  } catch (error) {
    if (isTransientError(error)) return null;
    throw error;
  }
}

/** Whether a caller that waits wants to hear it: it has settled, or is gone. */
function isAnswer({ status, text: body }: Told): boolean {
  return status !== 200 || (JSON.parse(body) as { readonly settled: boolean }).settled;
}

/** A token or a session. @throws AppError FORBIDDEN where it is neither. */
export function inWorkspace(principal: Principal): WorkspacePrincipal {
  if ('workspaceId' in principal) return principal;
  throw new AppError('FORBIDDEN', 'This credential does not have the required role or scope.');
}

/** What a call of a token or a session goes on by. @throws AppError UNAUTHENTICATED. */
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

/** A call that waits: for its output, for its time, for its caller and for its credential. */
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
    // Nobody may be asking.
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
   * What comes of asking review, which may take longer than the credential lives.
   *
   * @throws AppError where the credential died or could not be checked meanwhile.
   */
  async unlessRefused<T>(asking: Promise<T>): Promise<T> {
    return Promise.race([this.#refused, asking]);
  }

  /**
   * Waits for what comes next; changes that came while nobody waited are one.
   *
   * @throws AppError where the credential died or could not be checked; ClientDisconnected.
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

  // What ends it stays: its time may be over while it is still asking.
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
