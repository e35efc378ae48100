import { expect, test } from '@jest/globals';

import { KnownBrowserCookie } from './cookies.ts';

test('a browser is known for a year', () => {
  const cookie = new KnownBrowserCookie({ prefix: 'test', secret: 'secret', isSecure: false });
  const email = 'ada@example.com';
  const written = cookie.write({ email, now: new Date('2026-01-01') });

  const openAt = (day: string) => cookie.open(written, { email, now: new Date(day) });

  expect(openAt('2026-12-31')).toEqual(expect.any(String));
  expect(openAt('2027-01-01')).toBeNull();
});
