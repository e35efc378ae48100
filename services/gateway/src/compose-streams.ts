import type { Operation } from '@output-review/contracts';
import { type CloserStack, makeJobStarter, type Route } from '@output-review/runtime';

import { makeOwnerSender } from './clients/owner-sender.ts';
import { SessionStreams, STREAM_CHECKS } from './http/forwarding/session-streams.ts';
import { makeStreamRoute, type StreamRouteDeps } from './http/forwarding/stream-route.ts';
import type { SeenGatewayOptions } from './options.ts';
import type { SessionLookup } from './store/people/session-lookup.ts';

export interface StreamParts extends Pick<StreamRouteDeps, 'leaving'> {
  readonly options: SeenGatewayOptions;
  readonly closers: CloserStack;
  readonly signIn: StreamRouteDeps['signIn'] & { readonly sessions: SessionLookup };
}

// Three comments of review that did not come: it is gone without a word.
const SILENCE_MS_MAX = 45_000;

/** Starts what checks streams. @returns how an operation that answers with one is forwarded. */
export function composeStreams({
  options,
  closers,
  leaving,
  signIn,
}: StreamParts): (operation: Operation) => Route {
  const { log, clock, telemetry, peers, streamChecks = STREAM_CHECKS } = options;
  const sender = makeOwnerSender({
    ...{ baseUrls: peers, log, telemetry, answersWithinMs: options.ownerAnswersWithinMs },
    ...{ connectionsMax: null, silenceMsMax: SILENCE_MS_MAX },
  });
  closers.add('sender of streams', () => sender.close());
  const streams = new SessionStreams({
    findWorkspaces: (tokens) => signIn.sessions.findWorkspaces(tokens),
    log,
    checkMsMax: streamChecks.msMax,
  });
  const start = makeJobStarter({ log, clock, closers });
  start('check streams', streamChecks.everyMs, () => streams.check());
  leaving.addEventListener('abort', () => streams.endAll());
  return (operation) => makeStreamRoute(operation, { send: sender.send, signIn, streams, leaving });
}
