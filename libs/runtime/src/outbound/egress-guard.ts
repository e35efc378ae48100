import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, fetch, type RequestInit, type Response } from 'undici';

import { inTime } from '../base/wait.ts';
import { LOOPBACK_NAME, lookUpHost, type LookUpHost } from './look-up-host.ts';

/**
 * An address that the service must not call. The message names no address, so that it does not reveal what a name
 * resolves to internally.
 */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';

  constructor() {
    super('Requests to this address are not allowed');
  }

  /** Whether an error is an EgressRefused or was caused by one. */
  static isCauseOf(error: unknown): boolean {
    for (let each = error; each instanceof Object; each = (each as { cause?: unknown }).cause) {
      if (each instanceof EgressRefused) return true;
    }
    return false;
  }
}

export interface EgressGuardOptions {
  /** Whether the operator allows an address although it is not public (EGRESS_ALLOW_CIDRS). */
  readonly isPrivateHostAllowed: (address: string) => boolean;
  /** For tests. Defaults to the resolver of the process. */
  readonly lookUp?: LookUpHost;
}

/** Guards calls to URLs that users provide. */
export interface EgressGuard {
  /**
   * Returns what is wrong with a URL, as a sentence for the user, or null if it currently looks callable. A name that
   * does not resolve at the moment passes, since the connection is guarded too.
   */
  validateUrl(url: string): Promise<string | null>;
  /**
   * Works like the global `fetch`. The caller must handle redirects: each hop is guarded, but the data sent to it is
   * not.
   *
   * @throws Error, caused by `EgressRefused`, if the address must not be called.
   */
  fetch(url: string | URL, request?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

// A person waits for the answer, and a slower resolver is not healthy.
const LOOK_UP_MS_MAX = 2_000;
const KEEP_ALIVE_MS = 10_000;
const CONNECTIONS_PER_ORIGIN_MAX = 64;

/**
 * Creates a guard. It allows public addresses over https. It allows addresses from the operator's list over https and
 * http, since they are in a trusted network.
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
  const lookUpInTime: LookUpHost = (hostname) => inTime(LOOK_UP_MS_MAX, lookUp(hostname));
  return {
    validateUrl: (url) => validateUrl(url, { isCallable, lookUp: lookUpInTime }),
    fetch: (url, request) => fetch(url, { ...request, dispatcher }),
    close: () => dispatcher.destroy(),
  };
}

export interface ConnectorOptions {
  /** Whether an address may be called with a scheme, `https:` or `http:`. */
  readonly isCallable: (address: string, protocol: string) => boolean;
  readonly lookUp: LookUpHost;
}

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Creates the connector for undici, which connects only to allowed addresses. A name is resolved once and the
 * connection goes to an address of that answer, so DNS rebinding has no effect. TLS still verifies the certificate for
 * the name.
 */
function makeGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const connectorOf = (protocol: string): buildConnector.connector =>
    buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: makeLookup(protocol, options) });
  const byTls = connectorOf('https:');
  const plainly = connectorOf('http:');
  return (target, callback) => {
    const { hostname, protocol } = target;
    // A literal address is never looked up.
    const written = addressOfHost(hostname);
    if (written && !options.isCallable(written.address, protocol)) {
      callback(new EgressRefused(), null);
      return;
    }
    (protocol === 'https:' ? byTls : plainly)(target, callback);
  };
}

function makeLookup(protocol: string, { isCallable, lookUp }: ConnectorOptions): LookupFunction {
  const findCallable = async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await lookUp(hostname);
    const callable = addresses.filter(({ address }) => isCallable(address, protocol));
    if (callable.length === 0) throw new EgressRefused();
    return callable;
  };
  return (hostname, { all }, callback) => {
    findCallable(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new EgressRefused(), ''),
    );
  };
}

/** The literal address of a host, without the brackets of URLs, or null for a name. */
function addressOfHost(hostname: string): LookupAddress | null {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family === 0 ? null : { address, family };
}

const NOT_PUBLIC =
  'Must not lead to a private, loopback, link-local or reserved address, unless ' +
  'EGRESS_ALLOW_CIDRS contains it.';
const NOT_HTTPS =
  'Must begin with https://. Plain http:// is allowed only for addresses that ' +
  'EGRESS_ALLOW_CIDRS contains.';

/** Returns what is wrong with a URL, or null if nothing is known to be. */
async function validateUrl(
  text: string,
  { isCallable, lookUp }: ConnectorOptions,
): Promise<string | null> {
  if (!URL.canParse(text)) return 'Must be a URL.';
  // Parsing normalizes numbers in any base, and trailing dots, to the address they mean.
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'Must not contain a username or password.';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return NOT_HTTPS;
  const addresses = await addressesOf(url.hostname, lookUp);
  if (addresses.some((address) => isCallable(address, url.protocol))) return null;
  if (url.protocol === 'http:') return NOT_HTTPS;
  return addresses.length === 0 ? null : NOT_PUBLIC;
}

const LOOPBACK = ['127.0.0.1', '::1'];

/** Empty if the name does not resolve now. */
async function addressesOf(hostname: string, lookUp: LookUpHost): Promise<readonly string[]> {
  const written = addressOfHost(hostname);
  if (written) return [written.address];
  if (LOOPBACK_NAME.test(hostname)) return LOOPBACK;
  try {
    return (await lookUp(hostname)).map(({ address }) => address);
  } catch {
    return [];
  }
}

// All allocated IPv6 space. Addresses outside it have special uses, such as forms that embed an IPv4 address.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

// Addresses that look public but are not. Source: Azure's documentation of 168.63.129.16, where each virtual machine
// reaches the underlying platform.
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);

/**
 * Whether an address is on the public internet: not private, loopback, link-local (which includes cloud metadata),
 * shared, multicast or reserved.
 *
 * @param address as the resolver returns it. Any other text is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || PLATFORM_ADDRESSES.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
