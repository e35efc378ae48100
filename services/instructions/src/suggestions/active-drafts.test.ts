import { once } from 'node:events';

import { expect, test } from '@jest/globals';

import { ActiveDrafts } from './active-drafts.ts';

test('a stop waits for drafts to be stored, but not longer than a few seconds', async () => {
  const drafts = new ActiveDrafts(() => {});
  const ended: string[] = [];
  drafts.begin(async ({ stopping }) => {
    await once(stopping, 'abort');
    ended.push('stored');
  });
  drafts.begin(async ({ late }) => {
    await once(late, 'abort');
    ended.push('given up');
  });

  await drafts.stop();

  expect(ended).toEqual(['stored', 'given up']);
});
