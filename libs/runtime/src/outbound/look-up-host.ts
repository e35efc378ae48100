import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';

import { rejectionOf, withDeadline } from '../base/wait.ts';

/** All addresses of a host name. Rejects if there are none. */
export type LookUpHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/** For tests. Defaults to the production values. */
export interface LookUpOptions {
  /** The system resolver, including `/etc/hosts` and search domains. */
  readonly askSystem?: LookUpHost;
  readonly makeResolver?: () => Resolver;
  readonly hostsFile?: string;
  readonly timeoutMs?: number;
}

// Must be shorter than the connection timeout, which includes it.
const TIMEOUT_MS = 4_000;
// The second attempt takes twice as long.
const TRIES = { timeout: 1_000, tries: 2 };

/**
 * Creates the resolver for names that users provide.
 *
 * The system's lookup, `getaddrinfo`, cannot be cancelled, and libuv runs only two at a time per process. Names with
 * silent servers would block the lookups of PostgreSQL, Kafka and S3. So this asks name servers directly, and asks the
 * system only for names they do not know, one at a time. An outside server may answer this resolver and then be silent
 * to the system, so names of this machine and its network, which no outside server answers, have a separate slot.
 */
export function makeLookUpHost(options: LookUpOptions = {}): LookUpHost {
  const {
    askSystem = (hostname) => lookup(hostname, { all: true }),
    makeResolver = () => new Resolver(TRIES),
    hostsFile = '/etc/hosts',
    timeoutMs = TIMEOUT_MS,
  } = options;
  const inFlight = new Map<string, ReturnType<LookUpHost>>();
  const askForOwn = oneAtATime(askSystem);
  const askForUnknown = oneAtATime(askSystem);
  const lookUp: LookUpHost = (hostname) =>
    withDeadline({ timeoutMs }, async (ended) => {
      try {
        if (!(await isForNameServers(hostname, hostsFile))) return await askForOwn(hostname, ended);
        const found = await askNameServers(makeResolver(), hostname, ended);
        return found.length > 0 ? found : await askForUnknown(hostname, ended);
      } catch (error) {
        throw ended.aborted || isGivenUp(error) ? notNow(hostname, error) : error;
      }
    });
  return (hostname) => {
    const known = inFlight.get(hostname);
    if (known) return known;
    const asked = lookUp(hostname).finally(() => inFlight.delete(hostname));
    inFlight.set(hostname, asked);
    return asked;
  };
}

/** One for the whole process: all guards share the two slots of system lookups. */
export const lookUpHost = makeLookUpHost();

// Source: RFC 6761, 6.3. Independent of the resolver's answer.
export const LOOPBACK_NAME = /(?:^|\.)localhost\.?$/;

/** Whether name servers may know the name, because it does not belong only to this machine or its network. */
async function isForNameServers(hostname: string, hostsFile: string): Promise<boolean> {
  const name = hostname.replace(/\.$/, '');
  if (!name.includes('.') || LOOPBACK_NAME.test(name)) return false;
  const hosts = await readFile(hostsFile, 'utf8').catch(() => '');
  return !hosts.split('\n').some((line) => namesOf(line).includes(name));
}

/** The names in a line of `/etc/hosts`: after the address, before a comment. */
function namesOf(line: string): readonly string[] {
  const [written = ''] = line.split('#', 1);
  return written.toLowerCase().trim().split(/\s+/).slice(1);
}

/** Whether name servers did not answer, or the wait was cancelled. */
function isGivenUp(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ETIMEOUT' || code === 'ECANCELLED';
}

/** Uses the system's error code for the same failure. */
function notNow(hostname: string, cause: unknown): Error {
  const error = new Error(`No answer in time for the address of ${hostname}`, { cause });
  return Object.assign(error, { code: 'EAI_AGAIN' });
}

/** Empty if they do not know the name. Rejects if they do not answer. */
async function askNameServers(
  resolver: Resolver,
  hostname: string,
  ended: AbortSignal,
): Promise<readonly LookupAddress[]> {
  ended.throwIfAborted();
  ended.addEventListener('abort', () => resolver.cancel());
  const [ipv4, ipv6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const found4 = addressesOf(ipv4, 4);
  const found6 = addressesOf(ipv6, 6);
  if (found4.length + found6.length > 0) {
    return prefersIpv6() ? [...found6, ...found4] : [...found4, ...found6];
  }
  for (const each of [ipv4, ipv6]) {
    if (each.status === 'rejected' && isGivenUp(each.reason)) throw each.reason;
  }
  return [];
}

function addressesOf(
  found: PromiseSettledResult<readonly string[]>,
  family: 4 | 6,
): readonly LookupAddress[] {
  return found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
}

/** Orders addresses like the system (RFC 6724): IPv6 first if the machine has a public IPv6 address. */
function prefersIpv6(): boolean {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  // 2000::/3, all allocated space.
  return own.some(({ family, address }) => family === 'IPv6' && /^[23]/.test(address));
}

/** Asks for the next name when the previous lookup has ended, unless its own time is up. */
function oneAtATime(
  ask: LookUpHost,
): (hostname: string, ended: AbortSignal) => ReturnType<LookUpHost> {
  let last: Promise<unknown> = Promise.resolve();
  return (hostname, ended) => {
    const answer = last.then(() => {
      ended.throwIfAborted();
      return ask(hostname);
    });
    last = answer.catch(() => {});
    return Promise.race([answer, rejectionOf(ended)]);
  };
}
