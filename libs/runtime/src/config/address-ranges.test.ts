import { expect, test } from '@jest/globals';

import { makeAddressList, parseAddressRange } from './access-fields.ts';

test('matches only addresses inside a range', () => {
  const isAllowed = makeAddressList([
    parseAddressRange('10.0.0.0/8')!,
    parseAddressRange('fd00::/8')!,
  ]);

  expect(['10.1.2.3', '11.0.0.1', '[fd00::1]', '[fe80::1]', 'localhost'].map(isAllowed)).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
});

test('matches nothing without ranges', () => {
  expect(makeAddressList([])('127.0.0.1')).toBe(false);
});

test.each(['10.0.0.0', '10.0.0.0/33', '10.0.0.0/8/8', 'example.com/8', '/8', '::/129', '::/'])(
  '%s is not a valid range',
  (range) => {
    expect(parseAddressRange(range)).toBeNull();
  },
);
