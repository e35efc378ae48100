import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { backUp } from '../src/backup.ts';
import { takeSnapshot } from '../src/database/snapshot.ts';
import { emptyAgain } from '../src/places/empty-place.ts';
import { restore } from '../src/restore.ts';
import { UNINTERRUPTED } from './test-archive.ts';
import { aFilledPlace, FILE, query, sourceOf, useTestPlace } from './test-place.ts';

const used = useTestPlace();

test('a place is the same after a restore of its own backup, including sequences and the last backup', async () => {
  const place = await aFilledPlace(used);
  await query(
    used,
    `
    INSERT INTO gateway.groups (workspace_id, id, name, name_key, created_at)
    VALUES ('w1', 'g1', 'Group', 'group', now());
    INSERT INTO gateway.submission_outbox (workspace_id, id) SELECT 'w1', n::text FROM generate_series(1, 5) AS n;
    DELETE FROM gateway.submission_outbox WHERE id > '3';
    INSERT INTO review.output_events (xid, workspace_id, output_id, event, at)
    VALUES ('9000000000000', 'w1', 'o', 'evaluated', now());`,
  );
  const copy = join(used.dir, 'copy.tar.gz');
  const taken = await backUp(place, copy, UNINTERRUPTED);
  expect(await query(used, 'SELECT taken_at, bytes::int FROM media.backups')).toEqual([
    { taken_at: new Date(taken.takenAt), bytes: taken.bytes },
  ]);
  await emptyAgain(place);

  await restore(place, await sourceOf(copy));

  expect(
    await query(used, 'SELECT seq::int, id FROM gateway.submission_outbox ORDER BY seq'),
  ).toEqual([1, 2, 3].map((seq) => ({ seq, id: String(seq) })));
  expect(
    await query(
      used,
      `INSERT INTO gateway.submission_outbox (workspace_id, id) VALUES ('w1', 'next') RETURNING seq::int`,
    ),
  ).toEqual([{ seq: 6 }]);
  // The restore replaced the transaction IDs with ones of this server, by which streams and statistics order events.
  // They are settled once earlier transactions of other tests have ended.
  await eventually(async () =>
    expect(
      await query(
        used,
        'SELECT xid < pg_snapshot_xmin(pg_current_snapshot()) AS settled FROM review.output_events',
      ),
    ).toEqual([{ settled: true }]),
  );
});

test('a backup that cannot be recorded leaves no archive', async () => {
  const place = await aFilledPlace(used);
  await query(
    used,
    `
    CREATE FUNCTION media.refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'not noted'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON media.backups FOR EACH ROW
      WHEN (NEW.taken_at IS DISTINCT FROM OLD.taken_at) EXECUTE FUNCTION media.refuse()`,
  );
  const before = await readdir(used.dir);

  await expect(backUp(place, join(used.dir, 'copy.tar.gz'), UNINTERRUPTED)).rejects.toThrow(
    'not noted',
  );

  expect(await readdir(used.dir)).toEqual(before);
});

/** A file of a workspace, of which only the row exists. */
const addFile = (key: string) =>
  query(
    used,
    `
    INSERT INTO media.files (workspace_id, output_id, position, attempt, role, object_key, key)
    VALUES ('w1', 'o', 0, 'a', 'input', 'w1/${key}', '${key}')`,
  );

test('a backup during which files may have been deleted leaves no archive', async () => {
  const place = await aFilledPlace(used);
  await addFile('a');
  const before = await readdir(used.dir);
  const expectHold = async () =>
    expect(
      await query(used, 'SELECT deletions_held_until > now() AS "isHeld" FROM media.backups'),
    ).toEqual([{ isHeld: true }]);
  const get = async (key: string) => {
    await expectHold();
    // The hold ends, and is renewed too late.
    await query(used, `UPDATE media.backups SET deletions_held_until = '-infinity'`);
    await eventually(expectHold, 40_000);
    return place.store.get(key);
  };

  await expect(
    backUp(
      { ...place, store: { ...place.store, get } },
      join(used.dir, 'copy.tar.gz'),
      UNINTERRUPTED,
    ),
  ).rejects.toThrow('Files may have been deleted meanwhile. Back up again.');

  expect(await readdir(used.dir)).toEqual(before);
});

test('a backup that is interrupted leaves no archive, not even a partial one', async () => {
  const place = await aFilledPlace(used);
  await addFile('long');
  const before = await readdir(used.dir);
  const interrupting = new AbortController();
  async function* endless() {
    for (;;) {
      yield Buffer.alloc(1_000_000);
      interrupting.abort(new Error('The backup was interrupted.'));
      await nextTurn();
    }
  }
  const get = () =>
    Promise.resolve({ ...FILE, storedAt: new Date(), body: Readable.from(endless()) });

  await expect(
    backUp(
      { ...place, store: { ...place.store, get } },
      join(used.dir, 'copy.tar.gz'),
      interrupting.signal,
    ),
  ).rejects.toThrow(/^The backup was interrupted\.$/);

  expect(await readdir(used.dir)).toEqual(before);
});

test('a backup is made without damaged or missing files, which are reported', async () => {
  const place = await aFilledPlace(used);
  for (const key of ['w1/cut', 'w1/whole']) await place.store.put(key, Readable.from(['x']), FILE);
  await truncate(join(used.dir, 'files', 'objects', 'w1', 'cut'), 100);
  await query(
    used,
    `
    INSERT INTO media.files (workspace_id, output_id, position, attempt, role, object_key, key)
    SELECT 'w1', 'o', n, 'a', 'input', 'w1/' || name, name
    FROM unnest(ARRAY['cut', 'gone', 'whole']) WITH ORDINALITY AS files (name, n);
    INSERT INTO media.files (workspace_id, output_id, position, attempt, role, object_key, key)
    SELECT 'w1', 'many', n, 'a', 'input', 'w2/' || n, 'many ' || n FROM generate_series(1, 600) AS n;
    INSERT INTO media.uploads (key, workspace_id, object_key, filename, reserved_bytes, created_at)
    VALUES ('never sent', 'w1', 'w1/never-sent', 'a', 1, now());`,
  );

  const taken = await backUp(place, join(used.dir, 'copy.tar.gz'), UNINTERRUPTED);

  expect(taken).toMatchObject({ files: 1, missing: { length: 602 } });
  expect(taken.missing.slice(0, 3)).toEqual(['w1/cut', 'w1/gone', 'w2/1']);
});

test('a snapshot is of the same instant for all services', async () => {
  const { databaseUrls } = await aFilledPlace(used);
  const { clientOf, close } = await takeSnapshot(databaseUrls);
  await query(used, `UPDATE media.backups SET taken_at = now()`);

  const { rows } = await clientOf('media').query('SELECT taken_at FROM media.backups');

  expect(rows).toEqual([{ taken_at: null }]);
  await close();
});
