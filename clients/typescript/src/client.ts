import { type Approval, type ApprovalOptions, wrapWithApproval } from './approvals.ts';
import { OutputReviewError } from './errors.ts';
import { type ClientOptions, makeSend, type Send } from './http.ts';
import type {
  CallOptions,
  DecisionStatus,
  FoundOutput,
  Output,
  SearchPage,
  SearchQuery,
  Submission,
  SubmitAnswer,
} from './types.ts';
import { pathOf, readStatus, type WaitOptions, waitUntilSettled } from './waiting.ts';

export interface SubmitOptions extends CallOptions {
  /** Generated for each call by default, so that its retries submit once. */
  readonly idempotencyKey?: string | undefined;
}

/** Client of the service, authenticated by a token. */
export class OutputReviewClient {
  readonly #send: Send;

  /** @throws TypeError if an option is invalid. */
  constructor(options: ClientOptions) {
    this.#send = makeSend(options);
  }

  /** Submits an output. Retries never create a duplicate. */
  async submit(submission: Submission, options: SubmitOptions = {}): Promise<SubmitAnswer> {
    const { idempotencyKey = crypto.randomUUID(), signal } = options;
    const answer = await this.#send({
      ...{ method: 'POST', path: '/api/logs', body: submission, signal },
      headers: { 'Idempotency-Key': idempotencyKey },
    });
    if (typeof answer['id'] !== 'string') throw notOf('a submission');
    return answer as SubmitAnswer;
  }

  /** The current status of an output. `maxRetries` overrides that of the client. */
  async getStatus(
    id: string,
    { signal, maxRetries }: CallOptions & { readonly maxRetries?: number | undefined } = {},
  ): Promise<DecisionStatus> {
    const path = `${pathOf(id)}/status`;
    return readStatus(await this.#send({ method: 'GET', path, signal, maxRetries }));
  }

  /**
   * Waits until an output has passed or a person has decided. A flagged output or one in error waits for a person.
   *
   * @throws WaitTimeoutError after `timeoutMs`; OutputReviewError, with `NOT_FOUND` if the output is deleted.
   */
  async waitForDecision(id: string, options: WaitOptions = {}): Promise<DecisionStatus> {
    return waitUntilSettled(this.#send, id, options);
  }

  /**
   * Wraps a function so that it asks a person before it runs. It runs if the action is approved, and with the corrected
   * params if it is changed. In every other case it does not run.
   *
   * @returns the function, to be called with an object of JSON values. It rejects with NotApprovedError.
   * @throws TypeError if the action would have no name.
   */
  requireApproval<Params extends object, Result>(
    run: (params: Params, approval: Approval) => Result | Promise<Result>,
    options: ApprovalOptions<Params>,
  ): (params: Params, call?: CallOptions) => Promise<Result> {
    return wrapWithApproval(this, run, options);
  }

  /** Takes an output that no longer needs a decision out of the queue. */
  async withdraw(
    id: string,
    { reason, signal }: CallOptions & { readonly reason?: string | undefined } = {},
  ): Promise<void> {
    const body = { reason };
    await this.#send({ method: 'POST', path: `${pathOf(id)}/withdraw`, body, signal });
  }

  /** One output with every field. */
  async getOutput(id: string, { signal }: CallOptions = {}): Promise<Output> {
    const answer = await this.#send({ method: 'GET', path: pathOf(id), signal });
    if (typeof answer['id'] !== 'string') throw notOf('an output');
    return answer as Output;
  }

  /** Every output that a search finds, even while others arrive. */
  async *search(query: SearchQuery = {}, options: CallOptions = {}): AsyncGenerator<FoundOutput> {
    for await (const page of this.searchPages(query, options)) yield* page.executions;
  }

  /** The same in pages, with the totals; `query.limit` is the page size. */
  async *searchPages(
    query: SearchQuery = {},
    { signal }: CallOptions = {},
  ): AsyncGenerator<SearchPage> {
    for (let next: SearchQuery | null = query; next !== null;) {
      const answer = await this.#send({ method: 'GET', path: '/api/logs', query: next, signal });
      if (!Array.isArray(answer['executions'])) throw notOf('a search');
      const page = answer as SearchPage;
      yield page;
      const { page: _, ...rest } = query;
      next = page.nextCursor === null ? null : { ...rest, cursor: page.nextCursor };
    }
  }
}

function notOf(what: string): OutputReviewError {
  return new OutputReviewError('INVALID_RESPONSE', `The answer is not that of ${what}.`);
}
