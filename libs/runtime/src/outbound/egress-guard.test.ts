import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';

import { makeAddressList, parseAddressRange } from '../config/access-fields.ts';
import { type EgressGuard, EgressRefused, makeEgressGuard } from './egress-guard.ts';

let server: Server;
let port: number;
let requests = 0;
const guards: EgressGuard[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    if (request.url === '/away') response.writeHead(302, { location: 'http://10.0.0.1/' });
    response.end(request.headers.host);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});

afterEach(async () => {
  await Promise.all(guards.splice(0).map((guard) => guard.close()));
  requests = 0;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

/** A guard whose resolver returns these answers in turn, then repeats the last one. */
function guardOf(
  answers: readonly (readonly string[])[] = [],
  allowed: readonly string[] = [],
): EgressGuard & { readonly lookUps: string[] } {
  const lookUps: string[] = [];
  const guard = makeEgressGuard({
    isPrivateHostAllowed: makeAddressList(allowed.map((range) => parseAddressRange(range)!)),
    lookUp: async (hostname): Promise<LookupAddress[]> => {
      const answer = answers[Math.min(lookUps.length, answers.length - 1)];
      lookUps.push(hostname);
      if (!answer) throw new Error('ENOTFOUND');
      return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });
  guards.push(guard);
  return { ...guard, lookUps };
}

async function refusalOf(calling: Promise<unknown>): Promise<boolean> {
  return calling.then(
    () => false,
    (error: unknown) => EgressRefused.isCauseOf(error),
  );
}

test.each([
  ['http://127.0.0.1'],
  ['http://localhost'],
  ['http://localhost.'],
  ['http://2130706433'],
  ['http://0x7f000001'],
  ['http://0x7f.1'],
  ['http://0177.0.0.1'],
  ['http://127.1'],
  ['http://127.0.0.1.'],
  ['http://[::ffff:127.0.0.1]'],
])('%s reaches no server on this machine', async (origin) => {
  const guard = guardOf([['127.0.0.1']]);

  expect(await refusalOf(guard.fetch(`${origin}:${port}/`))).toBe(true);
  expect(await refusalOf(guard.fetch(`${origin.replace('http:', 'https:')}:${port}/`))).toBe(true);
  expect(requests).toBe(0);
});

test('refuses a name that is public when validated and private when called', async () => {
  const guard = guardOf([['93.184.216.34'], ['127.0.0.1']]);
  const url = `https://rebinding.example:${port}/`;

  expect(await guard.validateUrl(url)).toBeNull();
  expect(await refusalOf(guard.fetch(url))).toBe(true);
  expect(requests).toBe(0);
});

test('resolves a name once and connects to the checked address', async () => {
  const guard = guardOf([['127.0.0.1'], ['10.0.0.1']], ['127.0.0.0/8']);

  const answer = await guard.fetch(`http://judge.example:${port}/`);

  expect(await answer.text()).toBe(`judge.example:${port}`);
  expect(guard.lookUps).toEqual(['judge.example']);
});

test('TLS uses the host name, not the pinned address', async () => {
  const asked: string[] = [];
  const tls = createTlsServer({
    SNICallback: (name, done) => done(new Error(`no ${asked.push(name)}`)),
  });
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
  const guard = guardOf([['127.0.0.1']], ['127.0.0.0/8']);
  const url = `https://judge.example:${(tls.address() as AddressInfo).port}/`;

  await expect(guard.fetch(url)).rejects.toThrow();
  await new Promise((resolve) => tls.close(resolve));

  expect(asked).toEqual(['judge.example']);
});

test('tries only the allowed ones of several addresses', async () => {
  const guard = guardOf([['10.255.255.1', '127.0.0.1']], ['127.0.0.0/8']);

  const answer = await guard.fetch(`http://judge.example:${port}/`);

  expect(answer.status).toBe(200);
});

test('allows plain http only for addresses that the operator allows', async () => {
  const guard = guardOf([['8.8.8.8']], ['127.0.0.0/8']);

  expect((await guard.fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect(await refusalOf(guard.fetch('http://public.example/'))).toBe(true);
});

test('blocks a redirect to a forbidden address', async () => {
  const guard = guardOf([], ['127.0.0.0/8']);

  expect(await refusalOf(guard.fetch(`http://127.0.0.1:${port}/away`))).toBe(true);
});

test('does not mistake other errors for a refusal', async () => {
  const guard = guardOf([], ['127.0.0.0/8']);

  expect(await refusalOf(guard.fetch('http://127.0.0.1:1/'))).toBe(false);
});

const NOT_PUBLIC = /private, loopback, link-local or reserved/;
const NOT_HTTPS = /Must begin with https/;

test.each([
  ['not a URL', 'judge', /Must be a URL/],
  ['another scheme', 'ftp://example.com', NOT_HTTPS],
  ['a file', 'file:///etc/passwd', NOT_HTTPS],
  ['plain http', 'http://example.com/v1', NOT_HTTPS],
  ['a user', 'https://ada@example.com/v1', /username or password/],
  ['a password', 'https://:secret@example.com/v1', /username or password/],
  ['loopback', 'https://127.0.0.1/v1', NOT_PUBLIC],
  ['loopback by name', 'https://localhost/v1', NOT_PUBLIC],
  ['loopback by name and dot', 'https://LOCALHOST./v1', NOT_PUBLIC],
  ['loopback by a name under it', 'https://a.localhost/v1', NOT_PUBLIC],
  ['a decimal', 'https://2130706433/', NOT_PUBLIC],
  ['hex', 'https://0xA9FEA9FE/', NOT_PUBLIC],
  ['octal', 'https://0251.0376.0251.0376/', NOT_PUBLIC],
  ['a dot at the end', 'https://10.0.0.1./', NOT_PUBLIC],
  ['wide digits', 'https://１２７.0.0.1/', NOT_PUBLIC],
  ['metadata', 'https://169.254.169.254/latest', NOT_PUBLIC],
  ['IPv6 loopback', 'https://[::1]/', NOT_PUBLIC],
  ['IPv4 in IPv6', 'https://[::ffff:10.0.0.1]/', NOT_PUBLIC],
  ['NAT64', 'https://[64:ff9b::a9fe:a9fe]/', NOT_PUBLIC],
  ['a local IPv6 address', 'https://[fd00:ec2::254]/', NOT_PUBLIC],
])('rejects a URL and names the fault: %s', async (_, url, fault) => {
  expect(await guardOf([['93.184.216.34']]).validateUrl(url)).toMatch(fault);
});

test('rejects a name that resolves to a private address', async () => {
  expect(await guardOf([['10.1.2.3', 'fd00::1']]).validateUrl('https://inside.example')).toMatch(
    NOT_PUBLIC,
  );
});

test.each([
  ['https://api.example.com/v1', [['93.184.216.34']], []],
  ['https://93.184.216.34', [], []],
  ['https://does-not-resolve.example', [], []],
  ['http://10.1.2.3:11434/v1', [], ['10.0.0.0/8']],
  ['http://ollama.example:11434/v1', [['10.1.2.3']], ['10.0.0.0/8']],
  ['http://localhost:11434/v1', [], ['127.0.0.0/8']],
  ['https://[fd00::1]/v1', [], ['fd00::/8']],
])('%s may be called', async (url, answers, allowed) => {
  expect(await guardOf(answers, allowed).validateUrl(url)).toBeNull();
});
