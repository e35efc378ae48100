import { isIP } from 'node:net';

import { Router, type RouterMiddleware } from '@koa/router';
import { INTERNAL_HEADERS, isInternal, type ServiceName } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import Koa, { type Middleware } from 'koa';

import type { Logger } from '../base/logger.ts';
import { audienceOf } from '../security/assertion-claims.ts';
import type { AssertionVerifier } from '../security/assertion-verifier.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { makeErrorBoundary } from './error-boundary.ts';
import { observeRequests } from './observe-requests.ts';
import { makeHealthRoutes, type Readiness } from './readiness.ts';
import type { AppState, ClientAddressOf, Identify, Route, RouteTools } from './route.ts';
import { makeTakeBody } from './take-body.ts';

export interface ServiceAppOptions {
  /** The required audience of assertions. Logged as `app`: services in one process share its log. */
  readonly service: ServiceName;
  readonly routes: readonly Route[];
  readonly assertions: AssertionVerifier;
  readonly log: Logger;
  /** Where requests are measured and traced. */
  readonly telemetry: Telemetry;
  readonly readiness: () => Promise<Readiness>;
  /**
   * The listener's own way to identify external callers. Internal operations always require an assertion. If absent,
   * all operations do.
   */
  readonly identify?: Identify;
  /** The listener's own way to find the client address. If absent, the gateway's header is used. */
  readonly clientAddressOf?: ClientAddressOf;
  /** Middleware between the error boundary and the routes. Each answers or calls next. */
  readonly before?: readonly Middleware<AppState>[];
}

/** Creates the HTTP app of a service from its routes. */
export function makeServiceApp(options: ServiceAppOptions): Koa<AppState> {
  const { service, routes, readiness, telemetry, before = [] } = options;
  const log = options.log.child({ app: service });
  const app = new Koa<AppState>();
  app.use(observeRequests(telemetry));
  app.use(makeErrorBoundary(log));
  app.use(makeHealthRoutes(readiness));
  app.use(checkTarget);
  for (const step of before) app.use(step);
  const tools = toolsOf(options);
  app.use(answerFixedPaths(routes, tools));
  app.use(makeRouter(routes, tools).routes());
  app.use(refuseUnknown);
  // Errors after an answer has started, mostly clients that disconnect.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'response not delivered'));
  return app;
}

function toolsOf({
  service,
  assertions,
  identify,
  clientAddressOf = forwardedClientAddress,
  routes,
  telemetry,
}: ServiceAppOptions): RouteTools {
  const byAssertion = identifyByAssertion(assertions, service);
  // A second app of a service, for internal calls only, would overwrite the body metrics of this one.
  const reportsBodies = routes.some(({ operation }) => !isInternal(operation));
  return {
    identify: (ctx, operation, isAgain) =>
      (isInternal(operation) ? byAssertion : (identify ?? byAssertion))(ctx, operation, isAgain),
    clientAddressOf,
    takeBody: makeTakeBody(clientAddressOf, reportsBodies ? telemetry : undefined),
  };
}

/**
 * Answers paths without parameters by a table lookup. The router tries its patterns one after the other, which costs
 * more than the checks of the busiest operation.
 */
function answerFixedPaths(routes: readonly Route[], tools: RouteTools): Middleware<AppState> {
  const fixed = new Map(
    routes
      .filter(({ operation }) => !operation.path.includes('{'))
      .map((route) => [`${route.operation.method} ${route.operation.path}`, route]),
  );
  return (ctx, next) => {
    const route = fixed.get(`${ctx.method} ${ctx.path}`);
    if (!route) return next();
    ctx.state.operation = route.operation;
    return route.respond(Object.assign(ctx, { params: {} }), tools);
  };
}

function makeRouter(routes: readonly Route[], tools: RouteTools): Router<AppState> {
  const router = new Router<AppState>({ sensitive: true });
  for (const route of [...routes].sort(bySpecificity)) {
    const { operation } = route;
    const step: RouterMiddleware<AppState> = async (ctx) => {
      ctx.state.operation = operation;
      await route.respond(ctx, tools);
    };
    router.register(toRouterPath(operation.path), [operation.method], step);
  }
  return router;
}

/** `{` sorts after letters and digits, so `/logs/tasks` is tried before `/logs/{id}`. */
function bySpecificity(a: Route, b: Route): number {
  if (a.operation.path === b.operation.path) return 0;
  return a.operation.path < b.operation.path ? -1 : 1;
}

/** Converts `/logs/{id}` to the router's syntax. `{key+}` matches the whole rest of the path. */
function toRouterPath(path: string): string {
  return path.replaceAll(/\{(\w+)(\+?)\}/g, (_, name: string, rest: string) =>
    rest ? `*${name}` : `:${name}`,
  );
}

const checkTarget: Middleware<AppState> = (ctx, next) => {
  try {
    decodeURIComponent(ctx.path);
  } catch (error) {
    throw new AppError('VALIDATION_FAILED', 'The path is not a valid URL path.', { cause: error });
  }
  return next();
};

const refuseUnknown: RouterMiddleware<AppState> = (ctx) => {
  // The most specific path comes first: where `/things/all` exists, `/things/{id}` does not match it.
  const [first] = ctx.matched ?? [];
  const same = ctx.matched?.filter(({ path }) => path === first?.path);
  const methods = new Set(same?.flatMap((layer) => layer.methods));
  if (methods.size === 0) throw new AppError('NOT_FOUND', 'There is no endpoint at this path.');
  const allowed = [...methods].sort().join(', ');
  ctx.set('Allow', allowed);
  throw new AppError('METHOD_NOT_ALLOWED', `This path supports only ${allowed}.`);
};

/** The client address from the gateway's header, or null if it has none. */
const forwardedClientAddress: ClientAddressOf = ({ headers }) => {
  const address = headers[INTERNAL_HEADERS.clientAddress];
  return typeof address === 'string' && isIP(address) !== 0 ? address : null;
};

/** Identifies the caller only by a signed assertion for the operation of this service. */
export function identifyByAssertion(assertions: AssertionVerifier, service: ServiceName): Identify {
  return async (ctx, operation) => {
    const assertion = ctx.headers[INTERNAL_HEADERS.assertion];
    if (typeof assertion !== 'string') {
      throw new AppError('UNAUTHENTICATED', 'A credential is required.');
    }
    const principal = await assertions.verify(assertion, audienceOf(service, operation));
    return { principal, assertion };
  };
}
