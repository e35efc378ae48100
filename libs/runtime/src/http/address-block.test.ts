import { expect, test } from '@jest/globals';

import { addressBlock, networkBlock, siteBlock } from './address-block.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
])('%s is counted as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['192.0.20.255', '192.0.20.0/24'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
])('an account counts %s as %s', (address, block) => {
  expect(networkBlock(address)).toBe(block);
});

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2::6', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0::/48'],
])('shared capacity counts %s as %s', (address, block) => {
  expect(siteBlock(address)).toBe(block);
});
