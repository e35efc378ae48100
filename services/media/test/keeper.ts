import { Readable } from 'node:stream';

import { newId } from '@output-review/runtime';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { findFile, findUpload } from '../src/claims/find-media.sql.ts';
import { beginRun } from '../src/storage/keeper.sql.ts';
import { anAttempt, claimingIn, inline, objectsOf, uploaded } from './claiming.ts';
import type { TestMedia } from './test-media.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Tests of the comparison of store and tables, for any store. */
export function keeperSuite(media: () => TestMedia): void {
  const check = async () => (await media().operator.post('/internal/files/check')).body;
  const stray = async (key: string) => {
    await media().store.put(key, Readable.from(['stray']), { size: 5, contentType: 'text/plain' });
    return key;
  };

  describe('the keeper', () => {
    test('removes only objects that no row has referenced for a day', async () => {
      const files = claimingIn(media());
      const { workspaceId } = files;
      const claim = anAttempt();
      const unused = await files.upload('unused');
      const key = await files.upload('upload');
      const consumed = await findUpload(media().db, key);
      await files.claimed(claim, { attachments: [inline('inline'), uploaded(key)] });
      await files.confirm(claim);
      // The bytes of a consumed upload are removed from the store first, then from the table.
      await eventually(async () => {
        const { rows } = await media().db.query(
          'SELECT FROM doomed_objects WHERE object_key = $1',
          [consumed?.objectKey],
        );
        expect(rows).toEqual([]);
        expect(await objectsOf(media(), workspaceId)).toHaveLength(3);
      });
      const own = await objectsOf(media(), workspaceId);
      // Keeps the service's own check, which may run late, from being due when the clock advances.
      const tomorrow = new Date(media().clock.now().getTime() + DAY_MS + 60_000);
      await beginRun(media().db, tomorrow, tomorrow);
      await stray(`${workspaceId}/${newId()}`);
      // As uploaded by a link of the store, which is valid for minutes.
      await stray(consumed?.objectKey ?? '');
      const foreign = await stray(`${workspaceId}/readme.txt`);

      expect(await check()).toMatchObject({ removedObjects: 0, missing: 0 });
      media().clock.advance(DAY_MS + 60_000);
      expect(await check()).toMatchObject({ removedObjects: 2, removedBytes: 10, missing: 0 });

      const left = await objectsOf(media(), workspaceId);
      expect(left.toSorted()).toEqual([...own, foreign].toSorted());
      expect(await findUpload(media().db, unused)).toMatchObject({ state: 'unused' });
    });

    test('reports files and uploads that have lost their bytes', async () => {
      const files = claimingIn(media());
      const claim = anAttempt();
      const [lost] = await files.claimed(claim, { attachments: [inline('lost'), inline('kept')] });
      await files.confirm(claim);
      const upload = await files.upload('lost too');
      await files.announce({ sizeBytes: 3 });
      const gone = await findFile(media().db, lost?.key ?? '');
      const goneUpload = await findUpload(media().db, upload);

      await media().store.deleteMany([gone?.objectKey ?? '', goneUpload?.objectKey ?? '']);

      const found = (await check()) as { missing: number; missingKeys: string[] };
      expect(found.missing).toBe(2);
      expect(found.missingKeys.toSorted()).toEqual([gone?.key, upload].toSorted());
      // The check changes nothing: a backup of the store may restore the bytes.
      expect(await check()).toMatchObject({ missing: 2 });
    });

    test('runs once a day on any replica', async () => {
      const { workspaceId } = claimingIn(media());
      await stray(`${workspaceId}/${newId()}`);
      media().clock.advance(DAY_MS + 60_000);

      const replica = await media().startReplica();
      await eventually(async () => expect(await objectsOf(media(), workspaceId)).toEqual([]));
      const now = media().clock.now();
      const aDayAgo = new Date(now.getTime() - DAY_MS);
      expect(await beginRun(media().db, now, aDayAgo)).toBe(false);
      // Stopped only now, because a check that a stop interrupts is repeated.
      await replica.stop();
    });
  });
}
