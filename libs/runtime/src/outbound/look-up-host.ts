import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';

import { rejectionOf } from '../base/wait.ts';
import { withDeadline } from './deadline.ts';

/** All addresses of a host name; rejects where there are none. */
export type LookUpHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/** For tests; what production uses where they are left out. */
export interface LookUpOptions {
  /** As the system resolves it, `/etc/hosts` and search domains included. */
  readonly askSystem?: LookUpHost;
  readonly makeResolver?: () => Resolver;
  readonly hostsFile?: string;
  readonly timeoutMs?: number;
}

// Below the time that a connection has, of which it is a part.
const TIMEOUT_MS = 4_000;
// The second try takes twice as long.
const TRIES = { timeout: 1_000, tries: 2 };

/**
 * Makes what looks names up that users have given us.
 *
 * The system's own look-up, `getaddrinfo`, cannot be ended, and libuv runs two at a time in the whole
 * process: names whose server is silent would keep PostgreSQL, Kafka and S3 from being found. So name
 * servers are asked without it, and it is asked for one name at a time what they do not know. A stranger's server may
 * answer them and then be silent to the system: so names of this machine and its network, for which no stranger
 * answers, have a place of their own.
 */
export function makeLookUpHost(options: LookUpOptions = {}): LookUpHost {
  const {
    askSystem = (hostname) => lookup(hostname, { all: true }),
    makeResolver = () => new Resolver(TRIES),
    hostsFile = '/etc/hosts',
    timeoutMs = TIMEOUT_MS,
  } = options;
  const underWay = new Map<string, ReturnType<LookUpHost>>();
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
    const known = underWay.get(hostname);
    if (known) return known;
    const asked = lookUp(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, asked);
    return asked;
  };
}

/** For the whole process: all guards share the two places in the system's look-up. */
export const lookUpHost = makeLookUpHost();

// Source: RFC 6761, 6.3. Whatever a resolver says, or does not say, of them.
export const LOOPBACK_NAME = /(?:^|\.)localhost\.?$/;

/** Whether it is no name of this machine or its network alone. */
async function isForNameServers(hostname: string, hostsFile: string): Promise<boolean> {
  const name = hostname.replace(/\.$/, '');
  if (!name.includes('.') || LOOPBACK_NAME.test(name)) return false;
  const hosts = await readFile(hostsFile, 'utf8').catch(() => '');
  return !hosts.split('\n').some((line) => namesOf(line).includes(name));
}

/** Of a line of `/etc/hosts`: after the address, before a comment. */
function namesOf(line: string): readonly string[] {
  const [written = ''] = line.split('#', 1);
  return written.toLowerCase().trim().split(/\s+/).slice(1);
}

/** Whether name servers did not answer, or were not waited for any longer. */
function isGivenUp(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ETIMEOUT' || code === 'ECANCELLED';
}

/** With the code by which the system tells the same. */
function notNow(hostname: string, cause: unknown): Error {
  const error = new Error(`No answer in time about where ${hostname} is`, { cause });
  return Object.assign(error, { code: 'EAI_AGAIN' });
}

/** None where they do not know it; rejects where they do not answer. */
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

/** As the system orders what it finds (RFC 6724): IPv6 first where the machine has it from the internet. */
function prefersIpv6(): boolean {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  // 2000::/3, all that is handed out.
  return own.some(({ family, address }) => family === 'IPv6' && /^[23]/.test(address));
}

/** Asks for the next name when the last has been answered for, unless its time has ended meanwhile. */
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
