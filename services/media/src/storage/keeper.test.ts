import { mkdir, mkdtemp, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '@output-review/errors';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { anAttempt, claimingIn, inline, objectsOf } from '../../test/claiming.ts';
import { makeFailingStore } from '../../test/failing-store.ts';
import { keeperSuite } from '../../test/keeper.ts';
import { listKeys } from '../../test/object-store/store-subject.ts';
import { startTestMedia, useTestMedia, type TestMedia } from '../../test/test-media.ts';
import { findFile } from '../claims/find-media.sql.ts';
import { openFolderStore } from '../object-store/folder/folder-store.ts';
import { ObjectFolder } from '../object-store/folder/object-folder.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { holdDeletions } from './backups.sql.ts';
import { beginRun } from './keeper.sql.ts';
import { scheduleObjectDeletion } from './object-deletions.sql.ts';

const media = useTestMedia();

keeperSuite(() => media);

test('reports truncated files as missing, along with lost ones', async () => {
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

test('checks the rows of all pages and names a hundred of those without bytes', async () => {
  const own = await startTestMedia();
  await own.db.query(`
    INSERT INTO files (workspace_id, output_id, position, attempt, role, object_key, key)
    SELECT 'w', 'o', n, 'a', 'input', 'w/' || n, 'key ' || n FROM generate_series(1, 150) AS n`);

  const { body } = await own.operator.post('/internal/files/check');

  expect(body).toMatchObject({ rows: 150, missing: 150, missingKeys: { length: 100 } });
  await own.stop();
});

test('continues and does not count objects as removed if the store refuses to delete them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keeper-'));
  const objectStore = makeFailingStore(await openFolderStore(folder));
  const own = await startTestMedia({ objectStore });
  const files = claimingIn(own);
  const claim = anAttempt();
  const [lost] = await files.claimed(claim, { attachments: [inline('lost')] });
  await files.confirm(claim);
  await objectStore.delete((await findFile(own.db, lost?.key ?? ''))?.objectKey ?? '');
  const keys = Array.from({ length: 2 }, () => `${files.workspaceId}/${newId()}`);
  for (const key of keys) {
    await objectStore.put(key, Readable.from(['stray']), { size: 5, contentType: 'text/plain' });
  }
  objectStore.undeletable.add(keys[0] ?? '');
  const tomorrow = new Date(own.clock.now().getTime() + 25 * 60 * 60_000);
  // Keeps the service's own check from being due when the clock advances.
  await beginRun(own.db, tomorrow, tomorrow);
  own.clock.advance(25 * 60 * 60_000);

  const { body } = await own.operator.post('/internal/files/check');

  expect(body).toMatchObject({ removedObjects: 1, removedBytes: 5, missingKeys: [lost?.key] });
  expect(own.warnings).toContain('the object store refuses to delete files');
  await own.stop();
  await rm(folder, { recursive: true });
});

test('skips objects of others, even under names that the store interface refuses', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keeper-'));
  const own = await startTestMedia({ objectStore: await openFolderStore(folder) });
  const stray = `${claimingIn(own).workspaceId}/${newId()}`;
  await own.store.put(stray, Readable.from(['stray']), { size: 5, contentType: 'text/plain' });
  const foreign = [`a b/${newId()}`, `${'a'.repeat(201)}/${newId()}`];
  for (const key of foreign) {
    await mkdir(join(folder, 'objects', dirname(key)));
    await writeFile(join(folder, 'objects', key), 'foreign');
  }
  const tomorrow = new Date(own.clock.now().getTime() + 25 * 60 * 60_000);
  await beginRun(own.db, tomorrow, tomorrow);
  own.clock.advance(25 * 60 * 60_000);

  expect(await own.operator.post('/internal/files/check')).toMatchObject({
    ...{ status: 200, body: { objects: 1, removedObjects: 1 } },
  });
  expect((await listKeys(own.store, '')).toSorted()).toEqual(foreign.toSorted());
  await own.stop();
  await rm(folder, { recursive: true });
});

test('leaves objects that are due for deletion to it, because a backup may hold them', async () => {
  const { workspaceId } = claimingIn(media);
  const [doomed, stray] = [`${workspaceId}/${newId()}`, `${workspaceId}/${newId()}`];
  for (const key of [doomed, stray]) {
    await media.store.put(key, Readable.from(['x']), { size: 1, contentType: 'text/plain' });
  }
  await holdDeletions(media.db, 60);
  await scheduleObjectDeletion(media.db, [doomed], media.clock.now());
  media.clock.advance(25 * 60 * 60_000);

  await media.operator.post('/internal/files/check');

  expect(await objectsOf(media, workspaceId)).toEqual([doomed]);
  await media.db.query('UPDATE backups SET deletions_held_until = now()');
});

test('repeats a check that the store interrupted, on the next run of any replica', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keeper-'));
  const away = new AppError('UNAVAILABLE', 'The file store is unavailable right now.');
  const turns: string[] = [];
  const list: ObjectStore['list'] = async function* () {
    turns.push('begun');
    yield { key: 'readme.txt', size: 5, storedAt: new Date() };
    if (turns.length === 1) throw away;
    turns.push('ended');
  };
  const objectStore = { ...makeFailingStore(await openFolderStore(folder)), list };
  const own = await startTestMedia({ objectStore });
  await eventually(async () => {
    const { rows } = await own.db.query('SELECT FROM keeper_runs');
    expect([turns, rows]).toEqual([['begun'], []]);
  });
  own.clock.advance(60 * 60_000);

  const replica = await own.startReplica();
  await eventually(async () => expect(turns).toEqual(['begun', 'begun', 'ended']));

  await replica.stop();
  await own.stop();
  await rm(folder, { recursive: true });
});

test('discards a check that the database interrupted, once the database is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keeper-'));
  let isBegun = false;
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const list: ObjectStore['list'] = async function* () {
    isBegun = true;
    await held;
    yield { key: 'readme.txt', size: 5, storedAt: new Date() };
  };
  const objectStore = { ...makeFailingStore(await openFolderStore(folder)), list };
  const own = await startTestMedia({ objectStore });
  await eventually(async () => expect(isBegun).toBe(true));
  const outage = await own.database.startOutage();

  goOn();
  await eventually(async () =>
    expect(own.warnings).toContain('loop is waiting for an outage to end'),
  );
  await outage.end();

  await eventually(async () => {
    const { rowCount } = await own.db.query('SELECT FROM keeper_runs');
    expect(rowCount).toBe(0);
  });
  await own.stop();
  await rm(folder, { recursive: true });
});

describe('a long check', () => {
  let [begun, ended, isEnough] = [0, 0, false];
  let folder: string;
  let own: TestMedia;

  // Endless for the test.
  const list: ObjectStore['list'] = async function* () {
    begun += 1;
    try {
      while (!isEnough) {
        yield { key: 'readme.txt', size: 5, storedAt: new Date() };
        await setImmediate();
      }
    } finally {
      ended += 1;
    }
  };

  beforeEach(async () => {
    [begun, ended, isEnough] = [0, 0, false];
    folder = await mkdtemp(join(tmpdir(), 'keeper-'));
    const objectStore = { ...makeFailingStore(await openFolderStore(folder)), list };
    own = await startTestMedia({ objectStore });
    // The service's own check.
    await eventually(async () => expect(begun).toBe(1));
  });

  afterEach(async () => {
    isEnough = true;
    await own.stop();
    await rm(folder, { recursive: true });
  });

  test('is aborted by a stop and repeated by the next start', async () => {
    await own.service.stop();

    const now = own.clock.now();
    const aDayAgo = new Date(now.getTime() - 24 * 60 * 60_000);
    expect(await beginRun(own.db, now, aDayAgo)).toBe(true);
  });

  test('is aborted when the caller disconnects', async () => {
    const headers = await own.assertions.headersFor({ kind: 'operator' });
    const hangUp = new AbortController();
    const asked = fetch(`${own.service.url}/internal/files/check`, {
      ...{ method: 'POST', headers, signal: hangUp.signal },
    });
    const outcome = expect(asked).rejects.toThrow('aborted');
    await eventually(async () => expect(begun).toBe(2));
    hangUp.abort();

    await outcome;
    await eventually(async () => expect(ended).toBe(1));
  });
});
