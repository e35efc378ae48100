import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

import { buildConnector } from 'undici';

import { EgressRefused } from './egress-refused.ts';
import { addressOfHost, type LookUpHost } from './resolve-host.ts';

export interface ConnectorOptions {
  /** Whether an address may be called by a scheme, `https:` or `http:`. */
  readonly isCallable: (address: string, protocol: string) => boolean;
  readonly lookUp: LookUpHost;
}

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Makes what opens connections for undici: only to addresses that may be called. A name is resolved
 * once, and the connection goes to an address of that very answer, so that a name which answers
 * differently a moment later gains nothing. TLS still checks the certificate for the name.
 */
export function makeGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const connectorOf = (protocol: string): buildConnector.connector =>
    buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: makeLookup(protocol, options) });
  const byTls = connectorOf('https:');
  const plainly = connectorOf('http:');
  return (target, callback) => {
    const { hostname, protocol } = target;
    // What is written as an address is never looked up.
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
