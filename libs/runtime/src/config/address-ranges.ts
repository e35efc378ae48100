import { BlockList, isIP } from 'node:net';

/** A range of addresses, as in `10.0.0.0/8`. */
export interface AddressRange {
  readonly network: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Reads a range such as `10.0.0.0/8` or `fd00::/8`; null where it is none. */
export function parseAddressRange(text: string): AddressRange | null {
  const [network = '', prefix = '', ...more] = text.split('/');
  const family = familyOf(network);
  if (!family || !/^\d{1,3}$/.test(prefix) || more.length > 0) return null;
  const bits = Number(prefix);
  return bits <= (family === 'ipv4' ? 32 : 128) ? { network, prefix: bits, family } : null;
}

/** Says of the host of a URL whether it is an address in one of the ranges. */
export function makeAddressList(ranges: readonly AddressRange[]): (hostname: string) => boolean {
  const list = new BlockList();
  for (const { network, prefix, family } of ranges) list.addSubnet(network, prefix, family);
  return (hostname) => {
    // URLs write IPv6 addresses in brackets.
    const address = hostname.replace(/^\[(.*)\]$/, '$1');
    const family = familyOf(address);
    return family !== null && list.check(address, family);
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}
