import { readGroups } from '@output-review/runtime';
import { expect, test } from '@jest/globals';

import { trustedProxiesGroup } from '../config.ts';
import { clientAddressOf } from './client-address.ts';

const { isTrustedProxy } = readGroups(
  { TRUSTED_PROXY_CIDRS: '10.0.0.0/8, fd00::/8' },
  { isTrustedProxy: trustedProxiesGroup },
);

interface Connection {
  readonly peer?: string;
  readonly forwardedFor?: string;
}

const addressOf = ({ peer, forwardedFor }: Connection) =>
  clientAddressOf(
    {
      socket: { remoteAddress: peer },
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    },
    isTrustedProxy,
  );

test.each<[string, Connection, string | null]>([
  ['the peer', { peer: '192.0.2.7' }, '192.0.2.7'],
  [
    'the peer, whatever it claims',
    { peer: '192.0.2.7', forwardedFor: '198.51.100.1' },
    '192.0.2.7',
  ],
  ['a proxy without the header', { peer: '10.0.0.1' }, '10.0.0.1'],
  ['the caller of a proxy', { peer: '10.0.0.1', forwardedFor: '198.51.100.1' }, '198.51.100.1'],
  [
    'the caller of a chain of proxies',
    { peer: '10.0.0.1', forwardedFor: '198.51.100.1, 10.2.0.1,10.1.0.1' },
    '198.51.100.1',
  ],
  [
    'the caller of a proxy, not what it claims',
    { peer: '10.0.0.1', forwardedFor: '1.1.1.1, 198.51.100.1' },
    '198.51.100.1',
  ],
  [
    'the last proxy before an invalid address',
    { peer: '10.0.0.1', forwardedFor: '1.1.1.1, unknown, 10.2.0.1' },
    '10.2.0.1',
  ],
  ['a proxy whose header is blank', { peer: '10.0.0.1', forwardedFor: ' , ' }, '10.0.0.1'],
  [
    'the first of trusted addresses only',
    { peer: '10.0.0.1', forwardedFor: '10.3.0.1, 10.2.0.1' },
    '10.3.0.1',
  ],
  [
    'an address without its port',
    { peer: '10.0.0.1', forwardedFor: '198.51.100.1:4711' },
    '198.51.100.1',
  ],
  [
    'an IPv6 address without port and brackets',
    { peer: 'fd00::1', forwardedFor: '[2001:DB8::1]:80' },
    '2001:db8::1',
  ],
  [
    'an IPv6 address in its shortest form',
    { peer: 'fd00::1', forwardedFor: '2001:db8:0:0:0:0:0:1' },
    '2001:db8::1',
  ],
  ['an IPv4 peer that IPv6 embeds', { peer: '::ffff:192.0.2.7' }, '192.0.2.7'],
  [
    'the caller of a proxy that IPv6 embeds',
    { peer: '::ffff:10.0.0.1', forwardedFor: '::ffff:c633:6401' },
    '198.51.100.1',
  ],
  ['an address without its zone', { peer: 'fe80::1%eth0' }, 'fe80::1'],
  ['nobody, of a connection that is gone', { forwardedFor: '198.51.100.1' }, null],
])('a request comes from %s', (_, connection, expected) => {
  expect(addressOf(connection)).toBe(expected);
});

test('ignores X-Forwarded-For without trusted proxies', () => {
  const groups = { isTrustedProxy: trustedProxiesGroup };
  const request = {
    socket: { remoteAddress: '10.0.0.1' },
    headers: { 'x-forwarded-for': '198.51.100.1' },
  };

  const address = clientAddressOf(request, readGroups({}, groups).isTrustedProxy);

  expect(address).toBe('10.0.0.1');
});
