import type {
  AnswerOf,
  BodyOf,
  Operation,
  ParamsOf,
  Principal,
  QueryOf,
  UserPrincipal,
  WorkspacePrincipal,
} from '@output-review/contracts';
import type { ParameterizedContext } from 'koa';

import type { StreamedJson, StreamedText } from './streamed-json.ts';
import type { JsonBody } from './read-json-body.ts';

/** The app's state of a request, in addition to Koa's. */
export interface AppState {
  requestId: string;
  /** The matched operation, for the log. */
  operation: Operation | null;
}

export type AppContext = ParameterizedContext<AppState>;
/** The same with the path parameters of the route. */
export type RouteContext = AppContext & { params: Record<string, string> };

/** The caller, and the signed assertion of it for other services. */
export interface Identity {
  readonly principal: Principal;
  readonly assertion: string;
}

/**
 * Identifies the caller.
 *
 * @param isAgain whether this request was identified before: it is counted only once.
 * @throws AppError UNAUTHENTICATED if the credential is missing or wrong.
 */
export type Identify = (
  ctx: AppContext,
  operation: Operation,
  isAgain?: boolean,
) => Promise<Identity>;

/** Returns the client address of a request. */
export type ClientAddressOf = (ctx: AppContext) => string | null;

/**
 * Reads the JSON body of a request within the limits of its operation. Charges it to the app's budget and the sender's
 * share.
 *
 * @param principal null if the operation needs no credential.
 * @throws AppError, ClientDisconnected; see `readJsonBody`.
 */
export type TakeBody = (
  ctx: AppContext,
  operation: Operation,
  principal: Principal | null,
) => Promise<JsonBody>;

/** The tools of the app that a route may use. */
export interface RouteTools {
  readonly identify: Identify;
  /** The client address of a request, or null if unknown. */
  readonly clientAddressOf: ClientAddressOf;
  readonly takeBody: TakeBody;
}

/** An operation and its handler. Created by `implement`, or by hand if a request needs its own order of steps. */
export interface Route {
  readonly operation: Operation;
  readonly respond: (ctx: RouteContext, tools: RouteTools) => Promise<void>;
}

/**
 * The caller of an operation: none for a public operation, a service or an operator for an internal one, and never a
 * token for one without a scope.
 */
type CallerOf<O extends Operation> = O['access'] extends 'public'
  ? { readonly principal: null; readonly assertion: null }
  : O['access'] extends 'internal' | 'operator'
    ? { readonly principal: Principal; readonly assertion: string }
    : O['access'] extends { readonly scope: null }
      ? { readonly principal: UserPrincipal; readonly assertion: string }
      : { readonly principal: WorkspacePrincipal; readonly assertion: string };

/** A validated request: everything is typed and within its limits. */
export type RequestOf<O extends Operation> = CallerOf<O> & {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly requestId: string;
  /** The address from which the request reached the gateway, or null if unknown. */
  readonly clientAddress: string | null;
  /** Names of unknown body fields and query parameters. */
  readonly ignored: readonly string[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** An operation that answers with bytes may stream them. */
type TextOf<O extends Operation> = O['bytes'] extends 'answer' ? StreamedText : never;

/** An answer: each status with the body that the operation declares for it. */
export type Reply<O extends Operation> = {
  [S in keyof O['responses'] & number]: {
    readonly status: S;
    readonly body: AnswerOf<O, S> | StreamedJson<AnswerOf<O, S>> | TextOf<O>;
    readonly headers?: Readonly<Record<string, string | string[]>>;
  };
}[keyof O['responses'] & number];

export type Handler<O extends Operation> = (request: RequestOf<O>) => Promise<Reply<O>>;
