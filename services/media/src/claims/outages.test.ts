import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { newId } from '@output-review/runtime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { anAttempt, claimingIn, inline, objectsOf, stored, uploaded } from '../../test/claiming.ts';
import { deletedEvent } from '../../test/deleted-event.ts';
import { type FrailStore, makeFrailStore } from '../../test/frail-store.ts';
import { fileHeaders } from '../../test/links/downloads.ts';
import { linkClient, openLink } from '../../test/links/link-client.ts';
import { startTestMedia, type TestMedia } from '../../test/test-media.ts';
import { openFolderStore } from '../object-store/folder/folder-store.ts';
import { listDoomed, scheduleObjectDeletion } from '../storage/doomed.sql.ts';
import { insertClaim } from './begin-claim.sql.ts';
import { findFile, findUpload } from './find-media.sql.ts';

let media: TestMedia;
let store: FrailStore;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-'));
  store = makeFrailStore(await openFolderStore(folder));
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

const TEN_MINUTES_MS = 10 * 60_000;

describe('while the store is away', () => {
  test.each([
    ['from the beginning', 0],
    ['from the second file on', 1],
  ])('%s a claim is to come again, and nothing is half done', async (_, putsLeft) => {
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

  test('outputs lose their files at once, and their bytes when it is back', async () => {
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
    // Any that is given up later takes along what was left.
    await files.delete(claim.outputId);
    await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toEqual([]));
  });

  test('objects that it refuses to delete hold up no others, and go when it lets them', async () => {
    const files = claimingIn(media);
    const { workspaceId } = files;
    const claim = anAttempt();
    await files.claimed(claim, { attachments: [inline('gone')] });
    await files.confirm(claim);
    // As many as go at once, all of them before the output's.
    const held = Array.from({ length: 500 }, () => `${workspaceId}/${newId()}`);
    held.forEach((key) => store.undeletable.add(key));
    const long = new Date(media.clock.now().getTime() - TEN_MINUTES_MS);
    await scheduleObjectDeletion(media.db, held, long);

    await files.delete(claim.outputId);
    await eventually(async () => expect(await objectsOf(media, workspaceId)).toEqual([]));
    const doomed = async (): Promise<unknown[]> =>
      (await media.db.query<{ key: string }>('SELECT object_key AS key FROM doomed_objects')).rows;
    // That of the output is struck off after it has gone.
    await eventually(async () => expect(await doomed()).toHaveLength(held.length));
    // They are not asked for again at once, whatever else is deleted.
    await eventually(async () =>
      expect(await listDoomed(media.db, 1_000, media.clock.now())).toEqual([]),
    );
    expect(media.warnings).toContain('the object store refuses to delete files');

    store.undeletable.clear();
    await media.db.query(`UPDATE doomed_objects SET doomed_at = doomed_at - interval '1 minute'`);
    await files.delete(claim.outputId);
    await eventually(async () => expect(await doomed()).toEqual([]));
  });

  test('a link answers an error that does not look like the file', async () => {
    const client = await linkClient(media, newId());
    const { url } = await client.linkTo(await client.keep('kept'));
    store.putsLeft = 0;

    const answer = await openLink(media, url);

    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE' });
    expect(fileHeaders(answer)).toEqual([null, null, null]);
  });
});

describe('a file that is copied', () => {
  const meanwhile = (change: () => Promise<unknown>): void => {
    store.beforePut = async () => {
      store.beforePut = async () => {};
      await change();
    };
  };
  const noSuchFile = {
    status: 422,
    body: { fields: { 'attachments.0': expect.stringMatching(/^There is no such file/) } },
  };

  test('and gets other bytes meanwhile is copied with these', async () => {
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

  test('and is deleted meanwhile is not there', async () => {
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

  test('and has lost its bytes is not there', async () => {
    const files = claimingIn(media);
    const key = await files.upload('lost');
    await store.delete((await findUpload(media.db, key))?.objectKey ?? '');

    const answer = await files.claim(anAttempt(), { attachments: [stored(key)] });

    expect(answer).toMatchObject(noSuchFile);
  });
});

describe('a media process that is killed in the middle of a claim', () => {
  test('leaves what is released with the claim, its bytes too', async () => {
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

test('a claim that was settled before its last step keeps the bytes of its files', async () => {
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

describe('while the database is away', () => {
  test('a claim whose bytes are there already is undone later', async () => {
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

  test('deletions wait, and none is set aside', async () => {
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
