import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { openSentNote } from './sent-note.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sent-note-'));
  await writeFile(join(folder, 'file.jsonl'), '');
});
afterEach(() => rm(folder, { recursive: true }));

const open = (changes: { workspaceId?: string; batch?: string } = {}) =>
  openSentNote({
    ...{ directory: join(folder, 'notes'), file: join(folder, 'file.jsonl') },
    ...{ workspaceId: 'w1', batch: 'first', ...changes },
  });

test('a note is of one workspace and one batch', async () => {
  await using note = await open();
  await note.add('key');

  await using same = await open();
  await using elsewhere = await open({ workspaceId: 'w2' });
  await using again = await open({ batch: 'second' });

  expect([note, same, elsewhere, again].map((each) => each.has('key'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('an entry that was cut off by a kill does not count', async () => {
  await using note = await open();
  await note.add('key');
  const [name = ''] = await readdir(join(folder, 'notes'));
  await appendFile(join(folder, 'notes', name), 'another');

  await using later = await open();

  expect(['key', 'another'].map((key) => later.has(key))).toEqual([true, false]);
});
