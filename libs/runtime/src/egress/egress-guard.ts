import { Agent, fetch, type RequestInit, type Response } from 'undici';

import { withDeadline } from '../http/client/deadline.ts';
import { rejectionOf } from '../lifecycle/rejection-of.ts';
import { findUrlFault } from './find-url-fault.ts';
import { makeGuardedConnector } from './guarded-connector.ts';
import { isPublicAddress } from './is-public-address.ts';
import { type LookUpHost, lookUpHost } from './resolve-host.ts';

export interface EgressGuardOptions {
  /** Whether the operator lets us call an address although it is not public (EGRESS_ALLOW_CIDRS). */
  readonly isPrivateHostAllowed: (address: string) => boolean;
  /** For tests; the system's own otherwise. */
  readonly lookUp?: LookUpHost;
}

/** Stands between us and URLs that users have given us. */
export interface EgressGuard {
  /**
   * What is wrong with a URL, in a sentence for who gave it; null where it may be called as far as
   * can be told now. A name that does not resolve at the moment is let through: the way out is
   * guarded too.
   */
  findUrlFault(url: string): Promise<string | null>;
  /**
   * Fetches as the global one does. Redirects are the caller's business: each hop is guarded, but what
   * it is sent is not.
   *
   * @throws Error, caused by `EgressRefused`, where the address may not be called.
   */
  fetch(url: string | URL, request?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

// A person waits for the answer, and a resolver that needs longer is not well.
const LOOK_UP_MS_MAX = 2_000;
const KEEP_ALIVE_MS = 10_000;
const CONNECTIONS_PER_ORIGIN_MAX = 64;

/**
 * Makes a guard. By https it lets through what is public and what the operator allows, by plain http
 * only the latter: such an address is one of a network that the operator trusts.
 */
export function makeEgressGuard(options: EgressGuardOptions): EgressGuard {
  const { isPrivateHostAllowed, lookUp = lookUpHost } = options;
  const isCallable = (address: string, protocol: string): boolean =>
    isPrivateHostAllowed(address) || (protocol === 'https:' && isPublicAddress(address));
  const dispatcher = new Agent({
    connect: makeGuardedConnector({ isCallable, lookUp }),
    connections: CONNECTIONS_PER_ORIGIN_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });
  const lookUpInTime: LookUpHost = (hostname) =>
    withDeadline({ timeoutMs: LOOK_UP_MS_MAX }, (ended) =>
      Promise.race([lookUp(hostname), rejectionOf(ended)]),
    );
  return {
    findUrlFault: (url) => findUrlFault(url, { isCallable, lookUp: lookUpInTime }),
    fetch: (url, request) => fetch(url, { ...request, dispatcher }),
    close: () => dispatcher.destroy(),
  };
}
