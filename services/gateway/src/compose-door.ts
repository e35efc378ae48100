import { buildOpenApi, type Operation, OPERATIONS } from '@output-review/contracts';
import {
  type AssertionIssuer,
  type AssertionVerifier,
  type CloserStack,
  type Database,
  deriveSecret,
  makeServiceApp,
  type Readiness,
  type Route,
  withoutReasons,
} from '@output-review/runtime';

import type { OwnerSender } from './clients/owner-sender.ts';
import type { Evaluator } from './clients/evaluator.ts';
import type { Media } from './clients/media.ts';
import type { Review } from './clients/review.ts';
import type { ComposedLimiter } from './compose-limiter.ts';
import { composePeople } from './compose-people.ts';
import { composeSettings } from './compose-settings.ts';
import { composeStreams } from './compose-streams.ts';
import { composeTokens } from './compose-tokens.ts';
import type { PublicAddress } from './domain/access/public-address.ts';
import { makeDashboardRoute } from './http/dashboard/dashboard-route.ts';
import { makeDocsRoutes } from './http/docs/docs-routes.ts';
import { makeClientAddressOf } from './http/door/client-address.ts';
import { demandHttps } from './http/door/demand-https.ts';
import { guardHost } from './http/door/guard-host.ts';
import { makeIdentify } from './http/door/identify.ts';
import { KnownBrowserCookie } from './http/door/known-browser-cookie.ts';
import { SessionCookie } from './http/door/session-cookie.ts';
import { makeBytesRoute } from './http/forwarding/bytes-route.ts';
import { makeForwardRoute } from './http/forwarding/forward-route.ts';
import type { SeenGatewayOptions } from './options.ts';
import type { AuditedChange } from './store/audited-change.ts';
import { recordVersions } from './store/instructions/record-versions.ts';
import type { Accounts } from './store/people/accounts.ts';
import { SessionLookup } from './store/people/session-lookup.ts';
import type { TokenLookup } from './store/people/token-lookup.ts';
import { makeKnownSubmissions } from './store/submissions/known-submissions.ts';
import { makeCatchUp } from './use-cases/forwarding/catch-up.ts';
import { makeForward } from './use-cases/forwarding/forward.ts';

export interface DoorParts {
  readonly options: SeenGatewayOptions;
  readonly database: Database;
  readonly closers: CloserStack;
  readonly tokens: TokenLookup;
  readonly accounts: Accounts;
  /** Does what somebody asks for, and tells of it in the same transaction. */
  readonly change: AuditedChange;
  readonly issuer: AssertionIssuer;
  readonly verifier: AssertionVerifier;
  readonly evaluator: Evaluator;
  readonly review: Review;
  readonly media: Media;
  readonly sender: OwnerSender;
  readonly limiter: ComposedLimiter;
  readonly readiness: () => Promise<Readiness>;
  /** Known once the door listens. */
  readonly address: () => PublicAddress;
  /** Those of projects and tasks. */
  readonly registryRoutes: readonly Route[];
  /** POST /api/logs. */
  readonly submitRoute: Route;
  /** Aborted when the gateway stops, before the door closes: who waits for long is answered then. */
  readonly leaving: AbortSignal;
}

/** Puts the public door together: who may come in, and where each operation is answered. */
export function composeDoor(parts: DoorParts) {
  const { options, database } = parts;
  const signIn = makeSignInDeps(parts);
  const clientAddressOf = makeClientAddressOf(options.isTrustedProxy);
  const own = [
    parts.submitRoute,
    ...parts.registryRoutes,
    ...composeSettings({ ...parts, clock: options.clock }),
    ...composePeople({ ...parts, signIn }),
    ...composeTokens({ database, clock: options.clock, change: parts.change }),
  ];
  return makeServiceApp({
    service: 'gateway',
    routes: [...own, ...makeForwardRoutes(parts, composeStreams({ ...parts, signIn }))],
    assertions: parts.verifier,
    identify: makeIdentify(signIn),
    clientAddressOf: ({ req }) => clientAddressOf(req),
    before: [
      ...(isHttps(options) ? [demandHttps] : []),
      guardHost(parts.address),
      makeDocsRoutes(describeApi(signIn.cookie.name)),
      makeDashboardRoute(parts.sender.send),
    ],
    readiness: withoutReasons(parts.readiness),
    log: options.log,
    telemetry: options.telemetry,
  });
}

/** Whether the installation is reached over https. */
function isHttps({ publicUrl }: SeenGatewayOptions): boolean {
  return publicUrl !== null && new URL(publicUrl).protocol === 'https:';
}

function makeSignInDeps({ options, database, ...parts }: DoorParts) {
  const { cookiePrefix, authSecret, clock } = options;
  const isSecure = isHttps(options);
  return {
    cookie: new SessionCookie({ prefix: cookiePrefix, secret: authSecret, isSecure }),
    knownBrowser: new KnownBrowserCookie({
      prefix: cookiePrefix,
      secret: deriveSecret(authSecret, 'known browser'),
      isSecure,
    }),
    now: (): Date => clock.now(),
    address: parts.address,
    tokens: parts.tokens,
    sessions: new SessionLookup({ client: database, clock }),
    assertions: parts.issuer,
    accounts: parts.accounts,
    ...parts.limiter,
  };
}

function makeForwardRoutes(
  parts: DoorParts,
  makeStreamRoute: (operation: Operation) => Route,
): readonly Route[] {
  const { database, evaluator, review, media, sender, options } = parts;
  const known = makeKnownSubmissions(database);
  const { lookUpEvaluations } = evaluator;
  const catchUp = makeCatchUp({ known, lookUpEvaluations, apply: review.apply });
  const { deleteFiles } = media;
  const forward = makeForward({
    ...{ send: sender.send, catchUp, known, deleteFiles, log: options.log },
    recordVersion: (workspaceId, active) => recordVersions(database, [{ workspaceId, ...active }]),
  });
  const toRoute = (operation: Operation): Route => {
    if (operation.bytes === 'events') return makeStreamRoute(operation);
    if (operation.bytes === 'request') return makeBytesRoute(operation, sender.send);
    return makeForwardRoute(operation, forward);
  };
  return OPERATIONS.filter(({ owner, access }) => owner !== 'gateway' && access !== 'internal').map(
    toRoute,
  );
}

// Of the interface, not of a release.
const API_VERSION = '1.0.0';

function describeApi(cookieName: string) {
  return buildOpenApi(OPERATIONS, {
    title: 'Output Review Service',
    version: API_VERSION,
    description: 'Receives outputs of AI automations, evaluates them, and has people decide.',
    cookieName,
  });
}
