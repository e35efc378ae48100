import { BlockList, isIP } from 'node:net';

import type { MailConfig } from '../outbound/send-mail.ts';
import { integer, list, matching, oneOf, optional, text, url } from './fields.ts';
import { configGroup, type ConfigGroup, variable } from './read-config.ts';

/** The first admin, workspace and token of an installation. */
export interface BootstrapConfig {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly workspace: string;
}

const BOOTSTRAP = {
  BOOTSTRAP_EMAIL: optional(matching(/^[^\s@]+@[^\s@]+$/, 'must be an email address')),
  // The limits of the sign-in form: a password outside them could not be entered there.
  BOOTSTRAP_PASSWORD: optional(matching(/^.{8,128}$/, 'must have 8 to 128 characters')),
  BOOTSTRAP_TOKEN: optional(
    matching(/^wh-\S{32,}$/, 'must be `wh-` followed by at least 32 characters'),
  ),
  BOOTSTRAP_WORKSPACE: optional(text()),
} as const;

/** The bootstrap settings that are set. The reader generates the rest. */
export const partialBootstrapGroup: ConfigGroup<Partial<BootstrapConfig>> = configGroup({
  fields: BOOTSTRAP,
  build: (values) => ({
    ...(values.BOOTSTRAP_EMAIL === null ? {} : { email: values.BOOTSTRAP_EMAIL }),
    ...(values.BOOTSTRAP_PASSWORD === null ? {} : { password: values.BOOTSTRAP_PASSWORD }),
    ...(values.BOOTSTRAP_TOKEN === null ? {} : { token: values.BOOTSTRAP_TOKEN }),
    ...(values.BOOTSTRAP_WORKSPACE === null ? {} : { workspace: values.BOOTSTRAP_WORKSPACE }),
  }),
});

/** All bootstrap settings, or null if none is set. */
export const bootstrapGroup: ConfigGroup<BootstrapConfig | null> = configGroup({
  fields: BOOTSTRAP,
  contradictions: (values) => {
    const absent = Object.entries(values).filter(([, value]) => value === null);
    if (absent.length === 0 || absent.length === Object.keys(BOOTSTRAP).length) return [];
    return absent.map(([name]) => `${name} must be set if another BOOTSTRAP variable is set`);
  },
  build: (values) => {
    const { BOOTSTRAP_EMAIL: email, BOOTSTRAP_PASSWORD: password } = values;
    const { BOOTSTRAP_TOKEN: token, BOOTSTRAP_WORKSPACE: workspace } = values;
    if (email === null || password === null || token === null || workspace === null) return null;
    return { email, password, token, workspace };
  },
});

/** Submissions per token in any 60 s; 0 is no limit. */
export const rateLimitGroup = variable('RATE_LIMIT_PER_MINUTE', integer({ default: 60, min: 0 }));

const addressRanges = list(
  parseAddressRange,
  'must be comma-separated address ranges such as 10.0.0.0/8',
  { default: [] },
);

/** Returns whether the operator allows calls to a host although its address is private. */
export const egressGroup: ConfigGroup<(hostname: string) => boolean> = configGroup({
  fields: { EGRESS_ALLOW_CIDRS: addressRanges },
  build: (values) => makeAddressList(values.EGRESS_ALLOW_CIDRS),
});

/** Returns whether an address belongs to a trusted proxy, whose X-Forwarded-For header is used. */
export const trustedProxiesGroup: ConfigGroup<(address: string) => boolean> = configGroup({
  fields: { TRUSTED_PROXY_CIDRS: addressRanges },
  build: (values) => makeAddressList(values.TRUSTED_PROXY_CIDRS),
});

/** Whether anyone may create an account and a workspace. */
export const signUpGroup: ConfigGroup<boolean> = configGroup({
  fields: { SIGN_UP: oneOf(['open', 'closed'], { default: 'closed' }) },
  build: (values) => values.SIGN_UP === 'open',
});

/** Base URL of the Slack Web API. */
export const slackApiGroup = variable('SLACK_API_URL', url({ default: 'https://slack.com/api' }));

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
