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

/** What the app knows of a request beside what Koa does. */
export interface AppState {
  requestId: string;
  /** The operation that the request turned out to be; for the log. */
  operation: Operation | null;
}

export type AppContext = ParameterizedContext<AppState>;
/** The same with the path parameters of the route. */
export type RouteContext = AppContext & { params: Record<string, string> };

/** Who is asking, and the signed statement of it that other services take. */
export interface Identity {
  readonly principal: Principal;
  readonly assertion: string;
}

/**
 * Finds out who is asking.
 *
 * @param isAgain whether it was asked of this request before: it is counted once.
 * @throws AppError UNAUTHENTICATED where there is no credential, or a wrong one.
 */
export type Identify = (
  ctx: AppContext,
  operation: Operation,
  isAgain?: boolean,
) => Promise<Identity>;

/** Finds out which address a request comes from. */
export type ClientAddressOf = (ctx: AppContext) => string | null;

/**
 * Reads the JSON body of a request within the limits of its operation, charged to the app's budget
 * and to the share of who sends it.
 *
 * @param principal null where the operation asks for no credential.
 * @throws AppError, ClientDisconnected; see `readJsonBody`.
 */
export type TakeBody = (
  ctx: AppContext,
  operation: Operation,
  principal: Principal | null,
) => Promise<JsonBody>;

/** What a route may use of the app that it stands in. */
export interface RouteTools {
  readonly identify: Identify;
  /** Which address a request comes from; null where nobody knows. */
  readonly clientAddressOf: ClientAddressOf;
  readonly takeBody: TakeBody;
}

/**
 * An operation and how it is answered. Made by `implement`; by hand only where a request must be
 * treated in an order of its own.
 */
export interface Route {
  readonly operation: Operation;
  readonly respond: (ctx: RouteContext, tools: RouteTools) => Promise<void>;
}

/**
 * Nobody asks for a public operation by name; an internal one may be asked for by a service, or an operator; one without a
 * scope by no token.
 */
type CallerOf<O extends Operation> = O['access'] extends 'public'
  ? { readonly principal: null; readonly assertion: null }
  : O['access'] extends 'internal' | 'operator'
    ? { readonly principal: Principal; readonly assertion: string }
    : O['access'] extends { readonly scope: null }
      ? { readonly principal: UserPrincipal; readonly assertion: string }
      : { readonly principal: WorkspacePrincipal; readonly assertion: string };

/** A request after the edge: everything typed and within its limits. */
export type RequestOf<O extends Operation> = CallerOf<O> & {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly requestId: string;
  /** The address that the request came from to the gateway; null where nobody knows. */
  readonly clientAddress: string | null;
  /** Names of body fields and query parameters that were not understood. */
  readonly ignored: readonly string[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** An operation that answers with bytes may write them as they are made. */
type TextOf<O extends Operation> = O['bytes'] extends 'answer' ? StreamedText : never;

/** An answer; each status with the body that the operation declares for it. */
export type Reply<O extends Operation> = {
  [S in keyof O['responses'] & number]: {
    readonly status: S;
    readonly body: AnswerOf<O, S> | StreamedJson<AnswerOf<O, S>> | TextOf<O>;
    readonly headers?: Readonly<Record<string, string | string[]>>;
  };
}[keyof O['responses'] & number];

export type Handler<O extends Operation> = (request: RequestOf<O>) => Promise<Reply<O>>;
