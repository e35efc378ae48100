const GROUPS = 8;
const GROUP_BITS = 16;
// The smallest IPv6 prefix that a household or server gets. One customer controls all addresses in it.
const SHARED_GROUPS = 4;
// The largest prefix that a customer commonly gets (RFC 6177).
const SITE_GROUPS = 3;

/** Groups addresses for counting: IPv4 unchanged, IPv6 by its first 64 bits. */
export function addressBlock(address: string): string {
  return address.includes(':') ? firstGroups(address, SHARED_GROUPS) : address;
}

/**
 * Groups addresses for limits per account: IPv4 by its first 24 bits, the smallest block that is allocated and routed,
 * so neighbouring addresses mostly have one owner. IPv6 as above.
 */
export function networkBlock(address: string): string {
  if (address.includes(':')) return addressBlock(address);
  return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
}

/**
 * Groups addresses that share capacity: IPv4 as above, IPv6 by its first 48 bits, since many customers have 65,536 of
 * the blocks above.
 */
export function siteBlock(address: string): string {
  return address.includes(':') ? firstGroups(address, SITE_GROUPS) : networkBlock(address);
}

function firstGroups(address: string, count: number): string {
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const left = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length);
  const groups = [...before, ...Array.from({ length: left }, () => '0'), ...after];
  return `${groups.slice(0, count).join(':')}::/${count * GROUP_BITS}`;
}

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':');
}
