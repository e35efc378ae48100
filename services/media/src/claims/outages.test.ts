import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { AppError } from '@output-review/errors';
import { newId } from '@output-review/runtime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import {
  anAttempt,
  type Claiming,
  claimingIn,
  inline,
  objectsOf,
  stored,
  uploaded,
} from '../../test/claiming.ts';
import { deletedEvent } from '../../test/deleted-event.ts';
import { type FailingStore, makeFailingStore } from '../../test/failing-store.ts';
import { fileHeaders } from '../../test/links/downloads.ts';
import { linkClient, openLink } from '../../test/links/link-client.ts';
import { startTestMedia, type TestMedia } from '../../test/test-media.ts';
import { openFolderStore } from '../object-store/folder/folder-store.ts';
import { listDoomed, scheduleObjectDeletion } from '../storage/object-deletions.sql.ts';
import { insertClaim } from './begin-claim.sql.ts';
import { findFile, findUpload } from './find-media.sql.ts';

let media: TestMedia;
let store: FailingStore;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-'));
  store = makeFailingStore(await openFolderStore(folder));
  media = await startTestMedia({ objectStore: store });
});

afterEach(() => {
  store.putsLeft = null;
  store.beforePut = async () => {};
});

afterAll(async () => {
  await media.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs once before the next object is stored. */
function meanwhile(change: () => Promise<unknown>): void {
  store.beforePut = async () => {
    store.beforePut = async () => {};
    await change();
  };
}

/** Waits until no object of a workspace is due for deletion. */
async function untilRemoved({ workspaceId }: Claiming): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await media.db.query(
      'SELECT FROM doomed_objects WHERE starts_with(object_key, $1)',
      [workspaceId],
    );
    expect(rowCount).toBe(0);
  });
}

const TEN_MINUTES_MS = 10 * 60_000;

describe('while the store is down', () => {
  test.each([
    ['from the beginning', 0],
    ['from the second file on', 1],
  ])('%s a claim answers 503 and leaves nothing behind', async (_, putsLeft) => {
    const files = claimingIn(media);
    const key = await files.upload('upload');
    const given = { attachments: [inline('inline'), uploaded(key)] };
    const claim = anAttempt();
    store.putsLeft = putsLeft;

    const refused = await files.claim(claim, given);

    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(await files.usage()).toBe(6);
    expect(await findUpload(media.db, key)).toMatchObject({ state: 'unused' });

    store.putsLeft = null;
    const again = anAttempt(claim.outputId);
    await files.claimed(again, given);
    await files.confirm(again);
    await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toHaveLength(2));
    expect(await files.usage()).toBe(12);
  });

  test('a claim starts no further file after a failure, and waits for those in flight', async () => {
    const files = claimingIn(media);
    let [begun, ended] = [0, 0];
    const { put } = store;
    store.put = (...call) => put(...call).finally(() => (ended += 1));
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    store.beforePut = async () => {
      begun += 1;
      if (begun === 1) throw new AppError('UNAVAILABLE', 'The file store is unavailable.');
      await held;
    };

    const attachments = Array.from({ length: 12 }, (_, n) => inline(`file ${n}`));
    const answer = files.claim(anAttempt(), { attachments });
    // Without waiting, it would be undone by then, and the files that are stored next would stay.
    await Promise.race([answer.then(() => untilRemoved(files)), delay(1_000)]);
    goOn();

    expect(await answer).toMatchObject({ status: 503 });
    expect(begun).toBeLessThanOrEqual(4);
    await eventually(() => expect(ended).toBe(begun));
    store.put = put;
    await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toEqual([]));
  });

  test('deletes the files of outputs at once, and their bytes when the store is back', async () => {
    const files = claimingIn(media);
    const claim = anAttempt();
    const [file] = await files.claimed(claim, { attachments: [inline('gone')] });
    await files.confirm(claim);
    store.putsLeft = 0;

    expect(await files.delete(claim.outputId)).toMatchObject({ status: 200 });
    expect(await findFile(media.db, file?.key ?? '')).toBeNull();
    expect(await files.usage()).toBe(0);
    expect(await objectsOf(media, files.workspaceId)).toHaveLength(1);

    store.putsLeft = null;
    // The next deletion also removes the objects left over.
    await files.delete(claim.outputId);
    await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toEqual([]));
  });

  test('does not let refused deletions delay others, and retries them later', async () => {
    const files = claimingIn(media);
    const { workspaceId } = files;
    const claim = anAttempt();
    await files.claimed(claim, { attachments: [inline('gone')] });
    await files.confirm(claim);
    // A full batch, all older than the object of the output.
    const held = Array.from({ length: 500 }, () => `${workspaceId}/${newId()}`);
    held.forEach((key) => store.undeletable.add(key));
    const long = new Date(media.clock.now().getTime() - TEN_MINUTES_MS);
    await scheduleObjectDeletion(media.db, held, long);

    await files.delete(claim.outputId);
    await eventually(async () => expect(await objectsOf(media, workspaceId)).toEqual([]));
    const doomed = async (): Promise<unknown[]> =>
      (await media.db.query<{ key: string }>('SELECT object_key AS key FROM doomed_objects')).rows;
    // The row of the output's object is deleted after the object.
    await eventually(async () => expect(await doomed()).toHaveLength(held.length));
    // Refused objects are not retried at once, whatever else is deleted.
    await eventually(async () =>
      expect(await listDoomed(media.db, 1_000, media.clock.now())).toEqual([]),
    );
    expect(media.warnings).toContain('the object store refuses to delete files');

    store.undeletable.clear();
    await media.db.query(`UPDATE doomed_objects SET doomed_at = doomed_at - interval '1 minute'`);
    await files.delete(claim.outputId);
    await eventually(async () => expect(await doomed()).toEqual([]));
  });

  test('answers a link with an error that has none of the headers of the file', async () => {
    const client = await linkClient(media, newId());
    const { url } = await client.linkTo(await client.keep('kept'));
    store.putsLeft = 0;

    const answer = await openLink(media, url);

    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE' });
    expect(fileHeaders(answer)).toEqual([null, null, null]);
  });
});

describe('copying a file', () => {
  const noSuchFile = {
    status: 422,
    body: { fields: { 'attachments.0': expect.stringMatching(/^There is no such file/) } },
  };

  test('copies the new bytes if the upload is replaced meanwhile', async () => {
    const client = await linkClient(media, newId());
    const files = claimingIn(media, client.workspaceId);
    const { key, uploadUrl, headers } = await client.announce();
    const put = (body: string) => openLink(media, uploadUrl, { method: 'PUT', headers, body });
    await put('first');
    meanwhile(async () => {
      await put('second');
      await eventually(async () =>
        expect(await objectsOf(media, client.workspaceId)).toHaveLength(1),
      );
    });

    const claim = anAttempt();
    const [copy] = await files.claimed(claim, { attachments: [stored(key)] });

    await files.confirm(claim);
    expect(await files.read(copy?.key ?? '')).toBe('second');
  });

  test('answers 422 if the file is deleted meanwhile', async () => {
    const files = claimingIn(media);
    const claim = anAttempt();
    const [file] = await files.claimed(claim, { attachments: [inline('gone')] });
    await files.confirm(claim);
    meanwhile(async () => {
      await files.delete(claim.outputId);
      await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toEqual([]));
    });

    const answer = await files.claim(anAttempt(), { attachments: [stored(file?.key ?? '')] });

    expect(answer).toMatchObject(noSuchFile);
  });

  test('answers 422 if the bytes of the file are lost', async () => {
    const files = claimingIn(media);
    const key = await files.upload('lost');
    await store.delete((await findUpload(media.db, key))?.objectKey ?? '');

    const answer = await files.claim(anAttempt(), { attachments: [stored(key)] });

    expect(answer).toMatchObject(noSuchFile);
  });
});

describe('while a submission stores its files', () => {
  test('a deletion of its output refuses it and leaves no bytes behind', async () => {
    const files = claimingIn(media);
    const claim = anAttempt();
    meanwhile(async () => {
      await files.delete(claim.outputId);
      await untilRemoved(files);
    });

    const answer = await files.claim(claim, { attachments: [inline('late')] });

    expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toEqual([]));
    expect(await files.usage()).toBe(0);
  });

  test('a deletion of its output makes its uploads available to another one', async () => {
    const files = claimingIn(media);
    const key = await files.upload('again');
    const claim = anAttempt();
    meanwhile(() => files.delete(claim.outputId));

    const refused = await files.claim(claim, { attachments: [uploaded(key)] });

    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await findUpload(media.db, key)).toMatchObject({ state: 'unused' });
    const next = anAttempt();
    const [file] = await files.claimed(next, { attachments: [uploaded(key)] });
    await files.confirm(next);
    expect(await files.read(file?.key ?? '')).toBe('again');
    expect(await files.usage()).toBe(5);
  });

  test('a confirmation does nothing', async () => {
    const files = claimingIn(media);
    const claim = anAttempt();
    meanwhile(() => files.confirm(claim));

    const [file] = await files.claimed(claim, { attachments: [inline('kept')] });

    await files.confirm(claim);
    expect(await files.read(file?.key ?? '')).toBe('kept');
  });
});

test('bytes of an upload that a submission claims meanwhile are refused', async () => {
  const client = await linkClient(media, newId());
  const files = claimingIn(media, client.workspaceId);
  const { key, uploadUrl, headers } = await client.announce();
  const put = (body: string) => openLink(media, uploadUrl, { method: 'PUT', headers, body });
  await put('one');
  const claim = anAttempt();
  meanwhile(() => files.claimed(claim, { attachments: [uploaded(key)] }));

  const late = await put('longer');
  expect([late.status, await late.json()]).toMatchObject([404, { code: 'UPLOAD_CONSUMED' }]);

  await files.release(claim);
  expect(await files.usage()).toBe(3);
  expect(await (await openLink(media, (await client.linkTo(key)).url)).text()).toBe('one');
});

describe('a claim left by a media process that was killed', () => {
  test('is released, and its bytes are deleted', async () => {
    const files = claimingIn(media);
    const { workspaceId } = files;
    const key = await files.upload('upload');
    const claim = { workspaceId, ...anAttempt() };
    const objectKey = `${workspaceId}/${newId()}`;
    await media.db.transaction((tx) =>
      insertClaim(
        tx,
        {
          claim,
          files: [
            {
              ...{ field: 'attachments.0', role: 'input', position: 0, label: null, objectKey },
              hints: { filename: null, contentType: null },
              source: { kind: 'upload', key },
            },
          ],
        },
        media.clock.now(),
      ),
    );
    const { objectKey: from = '' } = (await findUpload(media.db, key)) ?? {};
    await store.copy(from, objectKey);

    media.gateway.states.set(claim.attempt, 'gone');
    media.clock.advance(TEN_MINUTES_MS + 1);
    await media.internal.post('/internal/files/settle');

    expect(await findUpload(media.db, key)).toMatchObject({ state: 'unused' });
    expect(await files.usage()).toBe(6);
    await eventually(async () => expect(await objectsOf(media, workspaceId)).toEqual([from]));
  });
});

test('a claim that is settled before its last step keeps the bytes of its files', async () => {
  const files = claimingIn(media);
  const { workspaceId } = files;
  const claim = anAttempt();
  store.beforePut = async () => {
    await media.db.query(
      `UPDATE claims SET is_complete = true, state = 'confirmed' WHERE workspace_id = $1`,
      [workspaceId],
    );
  };

  expect(await files.claim(claim, { attachments: [inline('kept')] })).toMatchObject({
    status: 409,
  });

  const { rows } = await media.db.query<{ object_key: string }>(
    'SELECT object_key FROM files WHERE workspace_id = $1',
    [workspaceId],
  );
  expect(await listDoomed(media.db, 100, media.clock.now())).not.toContain(rows[0]?.object_key);
  expect(await objectsOf(media, workspaceId)).toEqual(rows.map((row) => row.object_key));
});

describe('while the database is down', () => {
  test('undoes a claim later if its bytes are already stored', async () => {
    const files = claimingIn(media);
    const claim = anAttempt();
    const outages: AsyncDisposable[] = [];
    store.beforePut = async () => void outages.push(await media.database.startOutage());

    const answer = await files.claim(claim, { attachments: [inline('half')] });

    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    store.beforePut = async () => {};
    for (const outage of outages) await outage[Symbol.asyncDispose]();
    await eventually(async () => expect(await files.usage()).toBe(0));
    expect(await objectsOf(media, files.workspaceId)).toHaveLength(1);
    media.gateway.states.set(claim.attempt, 'gone');
    media.clock.advance(TEN_MINUTES_MS + 1);
    await media.internal.post('/internal/files/settle');
    await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toEqual([]));
  });

  test('retries deletions and dead-letters none', async () => {
    const files = claimingIn(media);
    const claim = anAttempt();
    const [file] = await files.claimed(claim, { attachments: [inline('gone')] });
    await files.confirm(claim);
    await using outage = await media.database.startOutage();

    const sent = media.bus.send([deletedEvent(files.workspaceId, claim.outputId)]);
    await eventually(() =>
      expect(media.warnings).toContain('consumer is waiting for an outage to end'),
    );
    await outage.end();
    await sent;

    await eventually(async () => expect(await findFile(media.db, file?.key ?? '')).toBeNull());
    const { body } = await media.operator.get('/internal/dead-letters');
    expect(body).toEqual({ deadLetters: [] });
  });
});
