import { setImmediate } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { compareTexts } from './versions.pure.ts';

test('a long comparison of texts lets the service do other work', async () => {
  const lines = (pattern: (n: number) => string) =>
    Array.from({ length: 10_000 }, (_, n) => pattern(n));
  const from = lines((n) => (n % 2 === 0 ? 'a\n' : 'b\n')).join('');
  const to = lines((n) => (n % 3 === 0 ? 'a\n' : 'b\n')).join('');
  let parts: Awaited<ReturnType<typeof compareTexts>> | undefined;
  const comparing = Promise.resolve(compareTexts(from, to)).then((result) => {
    parts = result;
  });
  let turns = 0;
  while (!parts) {
    await setImmediate();
    turns += 1;
  }
  await comparing;

  expect(turns).toBeGreaterThan(500);
  expect(parts.map(({ change }) => change)).toEqual(['same', 'removed', 'added']);
});
