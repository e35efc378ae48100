import type { ErrorCode } from '@output-review/errors';
import type { Static, TSchema } from '@sinclair/typebox';

import type { Role, Scope, ServiceName } from './principal.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Who may call an operation.
 *
 * - `role`: the least role of a session; null if sessions may not call it.
 * - `scope`: the scope that a token needs, or one of several; null if tokens may not call it.
 */
export interface Access {
  readonly role: Role | null;
  readonly scope: Scope | readonly Scope[] | null;
  /** The workspace setting that tokens need; none by default. */
  readonly tokenSetting?: 'tokensMayDecide';
}

/**
 * One endpoint, as data: the router, the access checks, the validators, the OpenAPI, and the tests of roles and foreign
 * IDs all use it.
 */
export interface Operation {
  /** Unique, verb first, camelCase; the OpenAPI `operationId`. */
  readonly id: string;
  readonly method: HttpMethod;
  /** In OpenAPI form: `/api/logs/{id}`. */
  readonly path: string;
  /** The service that answers; the gateway forwards to it. */
  readonly owner: ServiceName;
  readonly summary: string;
  readonly description?: string;
  /** Its tag in the API reference. */
  readonly tag: string;
  /**
   * `public` needs no credential. `internal` is for calls between services: it needs a signed assertion, is never
   * forwarded from outside and is not in the OpenAPI. `operator` is the same for the operator's commands, whose key no
   * service has.
   */
  readonly access: Access | 'public' | 'internal' | 'operator';
  /**
   * Operations that its owner calls on other services on behalf of the caller. The assertion of the call is valid for
   * these too, and for nothing else.
   */
  readonly onward?: readonly Pick<Operation, 'id' | 'owner'>[];
  /** Tells its owner whether the calling token is the one that submitted the output in the path. */
  readonly tellsSubmitter?: true;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Documentation of its headers, which are read and written by hand. */
  readonly headers?: {
    /** Request headers, all optional. */
    readonly request?: Readonly<Record<string, TSchema>>;
    /** Response headers by status, with their descriptions. */
    readonly answers?: Readonly<Record<number, Readonly<Record<string, string>>>>;
  };
  /**
   * Set if a part of it is streamed bytes instead of JSON. Such an operation is implemented by hand, without
   * `implement`, unless its response is text. `events` is a response that streams for as long as a client listens.
   */
  readonly bytes?: 'request' | 'answer' | 'events';
  /** The content types of a response of bytes, if known. */
  readonly answerTypes?: readonly string[];
  /** The time limit of its owner in milliseconds; `ANSWERS_WITHIN_MS` by default. */
  readonly answersWithinMs?: number;
  /** Responses by status: the successes, and errors only if their body is not the standard one. */
  readonly responses: Readonly<Record<number, TSchema>>;
  /**
   * Its specific error codes. Those of credentials, parameters and bodies are added automatically; errors that any
   * operation can return are documented once.
   */
  readonly errors?: readonly ErrorCode[];
}

/** The default time limit of an operation. */
export const ANSWERS_WITHIN_MS = 10_000;

/** Declares an operation and keeps its literal types. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation;
}

/** Declares operations with common properties, which each of them can override. */
export function operationsOf<const Common extends Partial<Operation>>(common: Common) {
  return <const O extends Partial<Operation> & Omit<Operation, keyof Common>>(
    operation: O,
  ): Omit<Common, keyof O> & O => ({ ...common, ...operation });
}

/** Defaults of all operations between services. */
export const INTERNAL = {
  method: 'POST',
  tag: 'internal',
  access: 'internal',
  errors: [],
} as const satisfies Partial<Operation>;

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;

export type ParamsOf<O extends Operation> = StaticOr<O['params'], Record<string, never>>;
export type QueryOf<O extends Operation> = StaticOr<O['query'], Record<string, never>>;
export type BodyOf<O extends Operation> = StaticOr<O['body'], undefined>;
/** The body type of an operation's response for a status; without one, of all statuses. */
export type AnswerOf<
  O extends Operation,
  Status extends keyof O['responses'] = keyof O['responses'],
> = { [S in Status]: StaticOr<O['responses'][S], never> }[Status];
