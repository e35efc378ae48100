import { mkdtemp, rm, truncate, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { anAttempt, claimingIn, inline } from '../../test/claiming.ts';
import { keeperSuite } from '../../test/keeper.ts';
import { startTestMedia, type TestMedia } from '../../test/test-media.ts';
import { findFile } from '../claims/find-media.sql.ts';
import { openFolderStore } from '../object-store/folder/folder-store.ts';
import { ObjectFolder } from '../object-store/folder/object-folder.ts';

let media: TestMedia;

beforeAll(async () => {
  media = await startTestMedia();
});

afterAll(async () => {
  await media.stop();
});

keeperSuite(() => media);

test('a file that was cut short is told beside those that are gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keeper-'));
  const own = await startTestMedia({ objectStore: await openFolderStore(folder) });
  const claim = anAttempt();
  const files = await claimingIn(own).claimed(claim, {
    attachments: [inline('cut short'), inline('gone'), inline('kept')],
  });
  await claimingIn(own).confirm(claim);
  const pathOf = async (key = ''): Promise<string> =>
    new ObjectFolder(folder).pathOf((await findFile(own.db, key))?.objectKey ?? '');
  const [cut, gone] = files.map(({ key }) => key);

  await truncate(await pathOf(cut), 100);
  await unlink(await pathOf(gone));

  const { body } = await own.operator.post('/internal/files/check');
  expect(body).toMatchObject({ missing: 2, missingKeys: expect.arrayContaining([cut, gone]) });
  await own.stop();
  await rm(folder, { recursive: true });
});
