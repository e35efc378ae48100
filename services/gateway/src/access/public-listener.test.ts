import { describe, expect, test } from '@jest/globals';

import { publicAddressOf } from './public-listener.ts';

describe('on loopback', () => {
  const address = publicAddressOf({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'https://review.example.com',
  });

  test('accepts every local name on the port, and the public origin', () => {
    expect([...address.origins]).toEqual([
      'https://review.example.com',
      'http://localhost:8080',
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
    ]);
    expect(address.hosts).toEqual(
      new Set(['review.example.com', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080']),
    );
  });

  test('omits the default port, as browsers do', () => {
    const { hosts } = publicAddressOf({ host: '::1', port: 80, publicUrl: 'http://localhost' });

    expect(hosts).toEqual(new Set(['localhost', '127.0.0.1', '[::1]']));
  });
});

test('off loopback, accepts only the public origin and any Host', () => {
  const address = publicAddressOf({
    host: '0.0.0.0',
    port: 8080,
    publicUrl: 'https://review.example.com/',
  });

  expect(address).toEqual({
    origins: new Set(['https://review.example.com']),
    hosts: null,
  });
});
