/** Bytes to send on one connection. */
export interface Attempt {
  readonly name: string;
  /** Each part is a separate write. */
  readonly parts: readonly Buffer[];
  /** When the client closes: after the response, after the last byte, or by a reset after it. */
  readonly end: 'answered' | 'sent' | 'reset';
  /** The expected number of responses, if known. */
  readonly answers?: number;
}

export interface Target {
  readonly host: string;
  readonly token: string;
  /** The project of requests hidden inside others. It must never be created. */
  readonly hiddenProject: string;
}

type Random = () => number;
type Make = (target: Target, random: Random) => Omit<Attempt, 'name'>;

/** Generates attempts of every kind, deterministically for the given random numbers. */
export function makeAttempts(target: Target, random: Random, ofEach: number): Attempt[] {
  return Object.entries(KINDS).flatMap(([name, make]) =>
    Array.from({ length: ofEach }, () => ({ name, ...make(target, random) })),
  );
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

const between = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

const oneOf = <T>(random: Random, values: readonly T[]): T =>
  values[between(random, 0, values.length - 1)]!;

/** Formats a request line and headers, without validating them. */
function head({ host, token }: Target, line: string, headers: readonly string[] = []): string {
  const all = [line, `Host: ${host}`, `Authorization: Bearer ${token}`, ...headers];
  return `${all.join('\r\n')}\r\n\r\n`;
}

const JSON_TYPE = 'Content-Type: application/json';

function submission(target: Target, project: string): string {
  const body = JSON.stringify({ project, output: 'Text.' });
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return head(target, 'POST /api/logs HTTP/1.1', [JSON_TYPE, length]) + body;
}

/** A request that must not be processed. */
const hidden = (target: Target): string => submission(target, target.hiddenProject);

const valid = (target: Target): string => submission(target, 'Bytes');

const whole = (text: string, answers?: number): Omit<Attempt, 'name'> => ({
  parts: [bytes(text)],
  end: 'answered',
  ...(answers === undefined ? {} : { answers }),
});

/** Message lengths that two parsers could interpret differently. */
const CONTRADICTIONS: readonly ((length: number) => readonly string[])[] = [
  (length) => [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'],
  (length) => ['Transfer-Encoding: chunked', `Content-Length: ${length}`],
  (length) => [`Content-Length: ${length}`, 'Content-Length: 5'],
  (length) => [`Content-Length: 5, ${length}`],
  (length) => [`Content-Length: +${length}`],
  (length) => [`Content-Length: 0x${length.toString(16)}`],
  () => ['Content-Length: -1'],
  () => ['Content-Length: 99999999999999999999999'],
  () => ['Transfer-Encoding: xchunked'],
  () => ['Transfer-Encoding: chunked, identity'],
  () => ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked', 'Content-Length: 5'],
  () => ['Transfer-Encoding : chunked'],
  () => ['Transfer-Encoding:\x0bchunked'],
  () => ['X: y\rTransfer-Encoding: chunked'],
  () => ['X: y\nTransfer-Encoding: chunked', 'Content-Length: 5'],
  () => ['X: y\r\n Transfer-Encoding: chunked', 'Content-Length: 5', 'Transfer-Encoding: chunked'],
];

const BAD_CHUNKS = [
  ...[
    'FFFFFFFFFFFFFFFFF',
    '-1',
    '0x5',
    'g',
    '',
    ' 5',
    '5;a="\n"',
    '5\t',
    '5 5',
    '00000000000000005;',
  ],
] as const;

const BODIES = [
  ...['{"project":', '{"project":"a"', '[', '"', '{"a":1e', 'nul', '\uFEFF{}', '{}{}', '{"a":"\\u'],
  ...['['.repeat(100_000), '{"a":'.repeat(50_000), `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ...['{"output":"\xff\xfe"}', '{"output":"\xed\xa0\x80"}', '{"output":"\xc0\x80"}', '\x00'],
] as const;

const LINES = [
  ...[
    'GET /api/logs HTTP/9.9',
    'GET /api/logs',
    'GET  /api/logs HTTP/1.1',
    'get /api/logs HTTP/1.1',
  ],
  ...['PRI * HTTP/2.0', 'CONNECT 127.0.0.1:1 HTTP/1.1', 'OPTIONS * HTTP/1.1', 'TRACE / HTTP/1.1'],
  ...['GET http://elsewhere.example/api/logs HTTP/1.1', 'GET //elsewhere.example/ HTTP/1.1'],
  ...['GET /api/logs/%00 HTTP/1.1', 'GET /api/logs/%ff%fe HTTP/1.1', 'GET /api/logs/\xff HTTP/1.1'],
  ...['GET /api/logs/..%2f..%2finternal HTTP/1.1', 'GET /api/logs/a\x00b HTTP/1.1', '\r\n\r\n\r\n'],
  ...['GET /api/logs?q=%0d%0aX:%20y HTTP/1.1', 'GET /api/logs/%0d%0aHost:%20a HTTP/1.1'],
] as const;

const HEADERS = [
  ...['Expect: 100-continue', 'Expect: anything', 'Connection: Upgrade\r\nUpgrade: websocket'],
  ...['Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c', 'Host: elsewhere.example', 'Host:'],
  ...['X-Output-Review-Assertion: e30.e30.e30', 'X: \x00', 'X: \xff\xfe', ': nameless', 'no colon'],
  ...['Connection: Content-Length, Authorization', 'Cookie: output-review.session_token=%00\xff'],
  ...['Content-Encoding: gzip', 'Accept-Encoding: \x7f', 'Range: bytes=9-1,-,x', 'TE: trailers'],
] as const;

const KINDS: Readonly<Record<string, Make>> = {
  'random bytes': (_, random) => {
    const length = between(random, 1, 2_000);
    const values = Array.from({ length }, () => between(random, 0, 255));
    return { parts: [Buffer.from(values)], end: 'sent' };
  },
  'a request with changed bytes': (target, random) => {
    const changed = bytes(valid(target));
    for (let n = between(random, 1, 4); n > 0; n -= 1)
      changed[between(random, 0, changed.length - 1)] = between(random, 0, 255);
    // If the declared length has grown, the server waits for the rest until this side ends.
    return { parts: [changed], end: 'sent' };
  },
  'a truncated request': (target, random) => {
    const text = valid(target);
    const cut = text.slice(0, between(random, 0, text.length - 1));
    return { parts: [bytes(cut)], end: oneOf(random, ['sent', 'reset']) };
  },
  'a request in pieces': (target, random) => {
    const all = bytes(valid(target));
    const at = between(random, 1, all.length - 1);
    return { parts: [all.subarray(0, at), all.subarray(at)], end: 'answered', answers: 1 };
  },
  pipelined: (target, random) => {
    const count = between(random, 2, 20);
    return whole(valid(target).repeat(count), count);
  },
  'pipelined requests, truncated': (target, random) => {
    const cut = valid(target).slice(0, between(random, 1, 40));
    return { parts: [bytes(valid(target).repeat(3) + cut)], end: 'reset' };
  },
  'contradictory lengths': (target, random) => {
    const inside = `0\r\n\r\n${hidden(target)}`;
    const headers = oneOf(random, CONTRADICTIONS)(Buffer.byteLength(inside));
    const line = oneOf(random, [
      'POST /api/logs',
      'GET /api/logs',
      'PUT /files/a',
      'POST /api/mcp',
    ]);
    return whole(head(target, `${line} HTTP/1.1`, [JSON_TYPE, ...headers]) + inside);
  },
  'a body that is a request': (target, random) => {
    const inside = hidden(target);
    const line = oneOf(random, [
      'GET /api/logs',
      'DELETE /api/logs/a',
      'PUT /files/a',
      'POST /api/uploads',
    ]);
    const length = `Content-Length: ${inside.length}`;
    return whole(head(target, `${line} HTTP/1.1`, [JSON_TYPE, length]) + inside, 1);
  },
  'a chunk that is a request': (target, random) => {
    const inside = hidden(target);
    const line = oneOf(random, ['PUT /files/a', 'POST /api/logs', 'GET /api/logs']);
    const chunk = `${inside.length.toString(16)}\r\n${inside}\r\n0\r\n\r\n`;
    const headers = [JSON_TYPE, 'Transfer-Encoding: chunked'];
    return whole(head(target, `${line} HTTP/1.1`, headers) + chunk, 1);
  },
  'bad chunks': (target, random) => {
    const chunk = `${oneOf(random, BAD_CHUNKS)}\r\n{"a":\r\n0\r\n\r\n${hidden(target)}`;
    const headers = [JSON_TYPE, 'Transfer-Encoding: chunked'];
    return whole(head(target, 'POST /api/logs HTTP/1.1', headers) + chunk);
  },
  'invalid JSON': (target, random) => {
    const body = oneOf(random, BODIES);
    const length = `Content-Length: ${body.length}`;
    return whole(head(target, 'POST /api/logs HTTP/1.1', [JSON_TYPE, length]) + body, 1);
  },
  'odd request lines': (target, random) => whole(head(target, oneOf(random, LINES))),
  'odd headers': (target, random) => {
    const headers = [oneOf(random, HEADERS), oneOf(random, HEADERS)];
    return whole(head(target, 'GET /api/logs?limit=1 HTTP/1.1', headers));
  },
  '10,000 headers': (target, random) => {
    const headers = Array.from(
      { length: 10_000 },
      (_, n) => `${oneOf(random, ['a', `x-${n}`])}: b`,
    );
    return whole(head(target, 'GET /api/logs HTTP/1.1', headers), 1);
  },
  'a huge request line': (target, random) => {
    const path = oneOf(random, ['a', '%41', '/', '?a=1&']).repeat(between(random, 20_000, 300_000));
    return whole(head(target, `GET /api/logs/${path} HTTP/1.1`), 1);
  },
  'a huge header': (target, random) =>
    whole(
      head(target, 'GET /api/logs HTTP/1.1', [
        `X: ${'y'.repeat(between(random, 20_000, 900_000))}`,
      ]),
      1,
    ),
};
