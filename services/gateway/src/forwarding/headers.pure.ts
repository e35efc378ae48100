// Headers that an owner may need. Credentials end at the listener, as do headers that concern only this connection.
const REQUEST_HEADERS = [
  'accept',
  'if-match',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  'user-agent',
] as const;

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Set by the gateway itself.
  'date',
  'set-cookie',
]);
const INTERNAL_PREFIX = 'x-output-review-';
const CORS_PREFIX = 'access-control-';

/** Selects the given headers that a request has. */
export function pickHeaders(headers: Headers, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
}

/** The request headers that are forwarded to the owner. */
export function passedRequestHeaders(headers: Headers): Record<string, string> {
  return pickHeaders(headers, REQUEST_HEADERS);
}

/** The headers of an owner's answer that are forwarded to the caller. */
export function passedAnswerHeaders(headers: Headers): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && isPassed(name.toLowerCase())) passed[name] = value;
  }
  return passed;
}

function isPassed(name: string): boolean {
  return (
    !HOP_BY_HOP.has(name) && !name.startsWith(INTERNAL_PREFIX) && !name.startsWith(CORS_PREFIX)
  );
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;
