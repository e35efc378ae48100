import { expect, test } from '@jest/globals';
import { TOPICS, workspacesChanged } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { findFile, findUpload } from '../claims/find-media.sql.ts';
import {
  anAttempt,
  type Claiming,
  claimingIn,
  inline,
  objectsOf,
  uploaded,
} from '../../test/claiming.ts';
import { deletedEvent } from '../../test/deleted-event.ts';
import { linkClient } from '../../test/links/link-client.ts';
import { useTestMedia } from '../../test/test-media.ts';

const media = useTestMedia({ eraseEveryMs: 200 });

async function anOutput(files: Claiming): Promise<{ outputId: string; key: string }> {
  const claim = anAttempt();
  const [file] = await files.claimed(claim, { attachments: [inline('text')] });
  await files.confirm(claim);
  return { outputId: claim.outputId, key: file?.key ?? '' };
}

const isThere = async (key: string) => (await findFile(media.db, key)) !== null;

test('deletes the files of deleted outputs, even with duplicate events and large batches', async () => {
  const files = claimingIn(media);
  const outputs = await Promise.all(Array.from({ length: 10 }, () => anOutput(files)));
  const [kept, ...gone] = outputs;
  const events = gone.map(({ outputId }) => deletedEvent(files.workspaceId, outputId));

  await media.bus.send([...events, ...events, deletedEvent(files.workspaceId, newId())]);
  await media.bus.send(events);

  await eventually(async () => {
    const there = await Promise.all(outputs.map(({ key }) => isThere(key)));
    expect(there).toEqual(outputs.map((output) => output === kept));
  });
  await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toHaveLength(1));
  expect(await files.usage()).toBe(4);
});

test("forgets even the names of a deleted output's uploads, but keeps their keys consumed", async () => {
  const files = claimingIn(media);
  const client = await linkClient(media, files.workspaceId);
  const word = `contract-of-${newId()}`;
  const key = await client.upload('text', { filename: `${word}.txt`, contentType: 'text/plain' });
  const claim = anAttempt();
  await files.claimed(claim, { attachments: [uploaded(key)] });
  await files.confirm(claim);
  expect(await tablesWith(word)).toEqual(['files', 'uploads']);
  const unused = await client.upload('text', { filename: 'kept.txt' });

  await media.bus.send([deletedEvent(files.workspaceId, claim.outputId)]);
  // A new process runs the job when it starts.
  const replica = await media.startReplica();

  await eventually(async () => expect(await tablesWith(word)).toEqual([]));
  await replica.stop();
  expect(await findUpload(media.db, unused)).toMatchObject({ filename: 'kept.txt' });
  const used = { status: 404, body: { code: 'UPLOAD_CONSUMED' } };
  expect(await client.mediaUrl(key)).toMatchObject(used);
  expect(await files.claim(anAttempt(), { attachments: [uploaded(key)] })).toMatchObject(used);
});

/** The tables with a row that contains a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await media.db.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'media' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await media.db.query(
      `SELECT FROM ${name} AS r WHERE strpos(r::text, $1) > 0 LIMIT 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('dead-letters an unreadable deletion without blocking others, and replays it', async () => {
  const files = claimingIn(media);
  const [poisoned, other] = [await anOutput(files), await anOutput(files)];
  const poison = { ...deletedEvent(files.workspaceId, poisoned.outputId), json: 'not json' };
  const nameless = { ...deletedEvent('', ''), json: '{}' };

  await media.bus.send([poison, nameless, deletedEvent(files.workspaceId, other.outputId)]);

  await eventually(async () => expect(await isThere(other.key)).toBe(false));
  expect(await isThere(poisoned.key)).toBe(true);
  const letters = await eventually(async () => {
    const { body } = await media.operator.get('/internal/dead-letters');
    const { deadLetters } = body as { deadLetters: { id: string; code: string }[] };
    expect(deadLetters.map(({ code }) => code)).toEqual(['UNDECODABLE', 'INVALID']);
    return deadLetters;
  });

  const ids = letters.map(({ id }) => id);
  const { body } = await media.operator.post('/internal/dead-letters/replay', { ids });

  expect(body).toEqual({
    replayed: [ids[0]],
    failed: [{ id: ids[1], reason: 'The key of the message does not name an output.' }],
  });
  expect(await isThere(poisoned.key)).toBe(false);
});

test('a deletion erases the dead letters of its key and no others', async () => {
  const workspaceId = newId();
  const [deleted, other] = [deletedEvent(workspaceId, 'o1'), deletedEvent(workspaceId, 'o2')];
  const unread = [deleted, other].map((event) => ({ ...event, id: newId(), json: 'a text' }));
  const keys = async () => {
    const { body } = await media.operator.get('/internal/dead-letters');
    const { deadLetters } = body as { deadLetters: { key: string }[] };
    return deadLetters.map(({ key }) => key).filter((key) => key.startsWith(workspaceId));
  };
  await media.bus.send(unread);
  await eventually(async () => expect(await keys()).toHaveLength(2));

  await media.bus.send([deleted]);

  await eventually(async () => expect(await keys()).toEqual([other.key]));
});

test('an erased workspace loses its files, uploads and bytes, and other workspaces keep theirs', async () => {
  const [files, others] = [claimingIn(media), claimingIn(media)];
  const mine = await anOutput(files);
  const uploads = [await files.upload('unused'), await files.upload('used')];
  await files.claimed(anAttempt(), { attachments: [uploaded(uploads[1] ?? '')] });
  const kept = await anOutput(others);
  const keptUpload = await others.upload('kept');
  const changedEvent = (workspaceId: string, deleted: boolean) => ({
    ...deletedEvent(workspaceId, ''),
    ...{ topic: TOPICS.workspacesChanged, key: workspaceId },
    json: JSON.stringify({ ...workspacesChanged.examples.valid, workspaceId, deleted }),
  });
  const poison = { ...changedEvent(newId(), true), json: 'not json' };

  await media.bus.send([
    changedEvent(files.workspaceId, true),
    poison,
    changedEvent(others.workspaceId, false),
  ]);
  await media.bus.send([changedEvent(files.workspaceId, true)]);

  await eventually(async () => expect(await isThere(mine.key)).toBe(false));
  await eventually(async () => {
    expect(await objectsOf(media, files.workspaceId)).toEqual([]);
    expect(await files.usage()).toBe(0);
  });
  for (const key of uploads) expect(await findUpload(media.db, key)).toBeNull();
  expect(await isThere(kept.key)).toBe(true);
  expect(await findUpload(media.db, keptUpload)).not.toBeNull();
  expect(await objectsOf(media, others.workspaceId)).toHaveLength(2);
  const { body } = await media.operator.get('/internal/dead-letters');
  expect(body).toMatchObject({
    deadLetters: expect.arrayContaining([
      expect.objectContaining({ key: poison.key, code: 'UNDECODABLE' }),
    ]),
  });
});
