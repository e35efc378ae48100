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

/** What is submitted: the body of `POST /api/logs`. */
export type Submission = BodyOf<'submitOutput'>;
/** With `sync` it has the verdict. */
export type SubmitAnswer = AnswerOf<'submitOutput'>;
/** Where an output stands, and what was decided. */
export type DecisionStatus = AnswerOf<'getOutputStatus'>;
/** One output with every field. */
export type Output = AnswerOf<'getOutput'>;
export type SearchQuery = NonNullable<Operations['searchOutputs']['parameters']['query']>;
export type SearchPage = AnswerOf<'searchOutputs'>;
/** An output as search shows it. With `fields`, only these columns are there. */
export type FoundOutput = SearchPage['executions'][number];

/** An error code of the service. */
export type ServiceErrorCode = components['schemas']['Error']['code'];

export interface CallOptions {
  /** Ends the call; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}
