import { readFile } from 'node:fs/promises';

import { expect, test } from '@jest/globals';

import { RELEASE } from './release.ts';

test('the release matches package.json', async () => {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');

  expect(JSON.parse(text)).toMatchObject({ version: RELEASE });
});
