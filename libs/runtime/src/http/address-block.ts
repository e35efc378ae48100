const GROUPS = 8;
const GROUP_BITS = 16;
// What a household or a server is given at the least: whoever has one address has all of them.
const SHARED_GROUPS = 4;
// The most that one of them is commonly given (RFC 6177).
const SITE_GROUPS = 3;

/** What an address is counted by: IPv4 as it is, of IPv6 the first 64 bits. */
export function addressBlock(address: string): string {
  return address.includes(':') ? firstGroups(address, SHARED_GROUPS) : address;
}

/**
 * What an account is counted by: IPv4 by its first 24 bits, the least that is handed out and routed, so
 * that neighbouring addresses are mostly of one owner. IPv6 as above.
 */
export function networkBlock(address: string): string {
  if (address.includes(':')) return addressBlock(address);
  return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
}

/**
 * What is shared out by: IPv4 as above; IPv6 by its first 48 bits, for many a customer has 65,536 of the blocks
 * above.
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
