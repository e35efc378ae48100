import { BlockList, isIP } from 'node:net';

import type { MailConfig } from '../outbound/send-mail.ts';
import { list, matching, optional, url } from './fields.ts';
import { configGroup, type ConfigGroup } from './read-config.ts';

const addressRanges = list(
  parseAddressRange,
  'must be comma-separated address ranges such as 10.0.0.0/8',
  { default: [] },
);

/** Returns whether the host of a URL is an address in one of the ranges of the variable; none by default. */
export function addressesGroup(name: string): ConfigGroup<(hostname: string) => boolean> {
  return configGroup({
    fields: { [name]: addressRanges },
    build: (values) => makeAddressList(values[name] ?? []),
  });
}

/** Returns whether the operator allows calls to a host although its address is private. */
export const egressGroup = addressesGroup('EGRESS_ALLOW_CIDRS');

/** Null disables email. */
export const mailGroup: ConfigGroup<MailConfig | null> = configGroup({
  fields: {
    SMTP_URL: optional(url({ schemes: ['smtp', 'smtps'] })),
    MAIL_FROM: optional(
      matching(
        /^(?:[^\s@<>]+@[^\s@<>]+|[^\r\n<>]+ <[^\s@<>]+@[^\s@<>]+>)$/,
        'must be an email address, or a name and <address>',
      ),
    ),
  },
  contradictions: ({ SMTP_URL, MAIL_FROM }) => {
    if (SMTP_URL === null && typeof MAIL_FROM === 'string')
      return ['SMTP_URL must be set if MAIL_FROM is set'];
    if (typeof SMTP_URL === 'string' && MAIL_FROM === null)
      return ['MAIL_FROM must be set if SMTP_URL is set'];
    return [];
  },
  build: ({ SMTP_URL: smtpUrl, MAIL_FROM: from }) =>
    smtpUrl === null || from === null ? null : { smtpUrl, from },
});

/** An address range such as `10.0.0.0/8`. */
interface AddressRange {
  readonly network: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Parses a range such as `10.0.0.0/8` or `fd00::/8`. Returns null if it is invalid. */
export function parseAddressRange(text: string): AddressRange | null {
  const [network = '', prefix = '', ...more] = text.split('/');
  const family = familyOf(network);
  if (!family || !/^\d{1,3}$/.test(prefix) || more.length > 0) return null;
  const bits = Number(prefix);
  return bits <= (family === 'ipv4' ? 32 : 128) ? { network, prefix: bits, family } : null;
}

/** Returns a function that checks whether the host of a URL is an address in one of the ranges. */
export function makeAddressList(ranges: readonly AddressRange[]): (hostname: string) => boolean {
  // Runs for every request, where building an address for the list costs as much as reading the headers.
  if (ranges.length === 0) return () => false;
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
