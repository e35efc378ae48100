import type { components, operations } from './schema.ts';

type Operations = operations;
type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type BodyOf<O extends keyof Operations> = Operations[O] extends { requestBody?: infer Request }
  ? JsonOf<NonNullable<Request>>
  : never;
type AnswerOf<O extends keyof Operations> = Operations[O] extends { responses: infer Responses }
  ? JsonOf<Responses[keyof Responses & (200 | 202)]>
  : never;

export type JsonObject = Record<string, unknown>;

/** The body of `POST /api/logs`. */
export type Submission = BodyOf<'submitOutput'>;
/** Contains the verdict if `sync` was set. */
export type SubmitAnswer = AnswerOf<'submitOutput'>;
/** The status of an output and its decision. */
export type DecisionStatus = AnswerOf<'getOutputStatus'>;
/** One output with every field. */
export type Output = AnswerOf<'getOutput'>;
export type SearchQuery = NonNullable<Operations['searchOutputs']['parameters']['query']>;
export type SearchPage = AnswerOf<'searchOutputs'>;
/** An output in search results. With `fields`, only those columns are present. */
export type FoundOutput = SearchPage['executions'][number];

/** An error code of the service. */
export type ServiceErrorCode = components['schemas']['Error']['code'];

export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}
