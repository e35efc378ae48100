import { isIPv4, isIPv6 } from 'node:net';

import { parseDuration, parseInstant } from '@output-review/contracts/instant';

import type { PatternTools } from '../tools.ts';

type Formats = Readonly<Record<string, (text: string) => boolean>>;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
// ISO 8601 also has the hour 24, RFC 3339 does not.
const TIME = /^(?!24)\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:z|[+-]\d{2}:\d{2})$/i;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T(?!24)\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:z|[+-]\d{2}:\d{2})$/i;

const DNS_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const HOSTNAME = `^${DNS_LABEL}(?:\\.${DNS_LABEL})*$`;
const EMAIL = `^[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@${DNS_LABEL}(?:\\.${DNS_LABEL})*$`;
// RFC 3986 has no other characters; they are percent-encoded.
const URI = '^[A-Za-z][A-Za-z0-9+.-]*:(?:[!#$&-;=?-Z\\[\\]_a-z~]|%[0-9A-Fa-f]{2})+$';
const UUID = '^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$';

const HOSTNAME_CHARS_MAX = 253;
// Any date will do to validate a duration.
const SOME_DAY = new Date('2000-01-01T00:00:00Z');

/**
 * The supported formats. Each takes time in proportion to the text. Patterns for texts longer than a few characters run
 * on the rule engine.
 */
export function makeFormats({ compilePattern, findPatternFault }: PatternTools): Formats {
  const matching = (source: string): ((text: string) => boolean) => {
    const pattern = compilePattern(source);
    return (raw) => pattern.matches({ raw, utf8: Buffer.from(raw) });
  };
  const isHostname = matching(HOSTNAME);
  return {
    date: (text) => DATE.test(text) && parseInstant(text) !== null,
    time: (text) => TIME.test(text) && parseInstant(`2000-01-01T${text}`) !== null,
    'date-time': (text) => DATE_TIME.test(text) && parseInstant(text) !== null,
    duration: (text) => !text.startsWith('-') && parseDuration(text, SOME_DAY) !== null,
    email: matching(EMAIL),
    hostname: (text) => text.length <= HOSTNAME_CHARS_MAX && isHostname(text),
    ipv4: isIPv4,
    // The name of a network interface (`%eth0`) is not part of an address.
    ipv6: (text) => isIPv6(text) && !text.includes('%'),
    uri: matching(URI),
    uuid: matching(UUID),
    regex: (text) => findPatternFault(text) === null,
  };
}
