import { addressOfHost, type LookUpHost } from './resolve-host.ts';
import type { ConnectorOptions } from './guarded-connector.ts';

const NOT_PUBLIC =
  'Must not lead to a private, loopback, link-local or reserved address that EGRESS_ALLOW_CIDRS ' +
  'does not have.';
const NOT_HTTPS =
  'Must begin with https://; plain http:// is for addresses that EGRESS_ALLOW_CIDRS has.';

/** What is wrong with a URL that we are to call; null where nothing is known to be. */
export async function findUrlFault(
  text: string,
  { isCallable, lookUp }: ConnectorOptions,
): Promise<string | null> {
  if (!URL.canParse(text)) return 'Must be a URL.';
  // By this numbers in any base, and dots at the end of an address, become the address that they mean.
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'Must not carry a user or password.';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return NOT_HTTPS;
  const addresses = await addressesOf(url.hostname, lookUp);
  if (addresses.some((address) => isCallable(address, url.protocol))) return null;
  if (url.protocol === 'http:') return NOT_HTTPS;
  return addresses.length === 0 ? null : NOT_PUBLIC;
}

// Source: RFC 6761, 6.3. Whatever a resolver says, or does not say, of them.
const LOOPBACK_NAME = /(?:^|\.)localhost\.?$/;
const LOOPBACK = ['127.0.0.1', '::1'];

/** None where a name does not resolve now. */
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
