import type { ErrorCode } from '@output-review/errors';
import type { Static, TSchema } from '@sinclair/typebox';

import type { Role, Scope, ServiceName } from './principal.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Who may call an operation.
 *
 * - `role`: the least role of a session; null where a session is no use.
 * - `scope`: the scope that a token needs, or several of which any one will do; null where a token
 *   is no use.
 */
export interface Access {
  readonly role: Role | null;
  readonly scope: Scope | readonly Scope[] | null;
  /** The setting of the workspace without which no token may; none where it is left out. */
  readonly tokenSetting?: 'tokensMayDecide';
}

/**
 * One endpoint, as data: the router, the checks of the listener, the validators, the OpenAPI and the
 * tests of roles and of foreign ids all come from it.
 */
export interface Operation {
  /** Unique, verb first, camelCase; the OpenAPI `operationId`. */
  readonly id: string;
  readonly method: HttpMethod;
  /** OpenAPI form: `/api/logs/{id}`. */
  readonly path: string;
  /** The service that answers; the gateway forwards to it. */
  readonly owner: ServiceName;
  readonly summary: string;
  readonly description?: string;
  /** The heading that it stands under in the docs. */
  readonly tag: string;
  /**
   * `public` needs no credential. `internal` is between services: it needs a signed assertion, is
   * never forwarded from outside and stands in no OpenAPI. `operator` is the same for the operator's
   * commands, whose key no service holds.
   */
  readonly access: Access | 'public' | 'internal' | 'operator';
  /**
   * What its owner asks of other services in the name of who called it: the assertion that came with the
   * call is good for these too, and for nothing else.
   */
  readonly onward?: readonly Pick<Operation, 'id' | 'owner'>[];
  /** Its owner is told whether the token that asks is the one that submitted the output of the path. */
  readonly tellsSubmitter?: true;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** What is described of its headers; they are read and written by hand. */
  readonly headers?: {
    /** Of the request, all optional. */
    readonly request?: Readonly<Record<string, TSchema>>;
    /** Of the answers, by status: what each one says. */
    readonly answers?: Readonly<Record<number, Readonly<Record<string, string>>>>;
  };
  /**
   * Where a part of it is no JSON but bytes of any type, which flow through as they come. Such an
   * operation is implemented by hand, without `implement`, unless its answer is text. `events` is an
   * answer that goes on for as long as somebody listens.
   */
  readonly bytes?: 'request' | 'answer' | 'events';
  /** The content types of an answer of bytes, where they are known. */
  readonly answerTypes?: readonly string[];
  /** How long its owner may take, in milliseconds; `ANSWERS_WITHIN_MS` where it says nothing. */
  readonly answersWithinMs?: number;
  /**
   * Answers by status: the successes, and an error only where its body is not the standard one.
   */
  readonly responses: Readonly<Record<number, TSchema>>;
  /**
   * The error codes that are particular to it. Those of whatever takes a credential, parameters or a
   * body are added to them; what may come from anywhere is documented once.
   */
  readonly errors?: readonly ErrorCode[];
}

/** How long a caller waits for an operation that says nothing else. */
export const ANSWERS_WITHIN_MS = 10_000;

/** Declares an operation and keeps its literal types. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation;
}

/** Declares operations that have something in common, which each of them may still say otherwise. */
export function operationsOf<const Common extends Partial<Operation>>(common: Common) {
  return <const O extends Partial<Operation> & Omit<Operation, keyof Common>>(
    operation: O,
  ): Omit<Common, keyof O> & O => ({ ...common, ...operation });
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;

export type ParamsOf<O extends Operation> = StaticOr<O['params'], Record<string, never>>;
export type QueryOf<O extends Operation> = StaticOr<O['query'], Record<string, never>>;
export type BodyOf<O extends Operation> = StaticOr<O['body'], undefined>;
/** The body that an operation answers with under a status; of all its statuses without one. */
export type AnswerOf<
  O extends Operation,
  Status extends keyof O['responses'] = keyof O['responses'],
> = { [S in Status]: StaticOr<O['responses'][S], never> }[Status];
