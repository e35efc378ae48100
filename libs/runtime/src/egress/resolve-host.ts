import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** All addresses of a host name; rejects where there are none. */
export type LookUpHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/** As the system resolves it, `/etc/hosts` included. */
export const lookUpHost: LookUpHost = (hostname) => lookup(hostname, { all: true });

/** The address that a host is written as, without the brackets of URLs; null where it is a name. */
export function addressOfHost(hostname: string): LookupAddress | null {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family === 0 ? null : { address, family };
}
