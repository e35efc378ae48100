import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

// All that is handed out of IPv6; whatever lies outside is for a use of its own, such as the forms
// that carry an IPv4 address in them.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

// Addresses that look public and are not. Source: Azure's documentation of 168.63.129.16, by which
// each of its machines reaches the platform underneath.
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);

/**
 * Whether an address belongs to the public internet: neither private, loopback, link-local (where
 * clouds keep their metadata), shared, multicast nor reserved.
 *
 * @param address as the resolver writes it; whatever is no address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || PLATFORM_ADDRESSES.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
