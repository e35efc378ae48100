import { mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { readItems, verifyArchive } from '../src/archive/archive-reader.ts';
import { ArchiveWriter } from '../src/archive/archive-writer.ts';
import { aManifest, UNINTERRUPTED, writeArchive } from './test-archive.ts';

let dir: string;
let path: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'output-review-archive-'));
  path = join(dir, 'backup.tar.gz');
});

afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

// Longer than a part, and hard to compress.
const LONG =
  Array.from({ length: 300_000 }, (_, n) => `row ${n * 7919}`).join('\n') + 'x'.repeat(6e6);
const PARTS = [
  { name: 'tables/gateway/workspaces', text: LONG },
  { name: 'tables/gateway/members', text: '' },
  {
    name: 'files/w/a',
    text: 'hello',
    details: { size: 5, contentType: 'text/plain', metadata: {} },
  },
];

test('reads back what was written, in parts that fit into memory', async () => {
  await writeArchive(path, { parts: PARTS, rows: { 'gateway.workspaces': 300_000 } });

  const { manifest, end } = await verifyArchive(path);
  expect(manifest).toEqual(aManifest());
  expect(end).toMatchObject({ rows: { 'gateway.workspaces': 300_000 } });
  const found = [];
  for await (const { name, details, parts } of readItems(path)) {
    const chunks = [];
    for await (const part of parts) chunks.push(part);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(4 * 1024 * 1024);
    found.push({ name, text: Buffer.concat(chunks).toString(), details });
  }
  expect(found.map(({ text }) => text.length)).toEqual(PARTS.map(({ text }) => text.length));
  expect(found).toEqual(PARTS.map((part) => ({ details: {}, ...part })));
  // It has personal data.
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('refuses an archive that was truncated anywhere', async () => {
  await writeArchive(path, { parts: PARTS });
  const { size } = await stat(path);

  for (const bytes of [size - 1, size - 100, Math.round(size / 2), 100, 1]) {
    await truncate(path, bytes);
    await expect(verifyArchive(path)).rejects.toThrow(/is damaged: .*cut off.*Nothing was changed/);
  }
});

test('also refuses one that was truncated and compressed again', async () => {
  await writeArchive(path, { parts: PARTS });
  const [start] = splitEnd(gunzipSync(await readFile(path)));
  await writeFile(path, gzipSync(Buffer.concat([start, Buffer.alloc(1_024)])));

  await expect(verifyArchive(path)).rejects.toThrow('is damaged: its end is missing');
});

test('refuses one that lacks an entry, or has more after its end', async () => {
  await writeArchive(path, { parts: PARTS.slice(1) });
  const [, end] = splitEnd(gunzipSync(await readFile(path)));
  await rm(path);
  await writeArchive(path, { parts: PARTS.slice(2) });
  const [start] = splitEnd(gunzipSync(await readFile(path)));
  await writeFile(path, gzipSync(Buffer.concat([start, end])));

  await expect(verifyArchive(path)).rejects.toThrow(
    'is damaged: it has 2 entries and should have 3',
  );

  await rm(path);
  await writeArchive(path);
  const tar = gunzipSync(await readFile(path));
  // Without the blocks that mark the end.
  await writeFile(path, gzipSync(Buffer.concat([tar.subarray(0, -1_024), tar])));
  await expect(verifyArchive(path)).rejects.toThrow('is damaged: manifest.json follows its end');
});

/** Splits a tar file before its last entry, which starts with the block before the one that contains its name. */
function splitEnd(tar: Buffer): [Buffer, Buffer] {
  const at = (Math.floor(tar.lastIndexOf('end.json') / 512) - 1) * 512;
  return [tar.subarray(0, at), tar.subarray(at)];
}

test('detects a flipped byte, in the gzip data and in its contents', async () => {
  await writeArchive(path, { parts: PARTS });
  const { size } = await stat(path);
  const file = await open(path, 'r+');
  const at = Math.round(size / 2);
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
  await file.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, at);
  await file.close();
  await expect(verifyArchive(path)).rejects.toThrow(/is damaged: .*Nothing was changed/);

  // In the first entry, after the gzip header.
  const bytes = await readFile(path);
  bytes.fill(0xff, 20, 40);
  await writeFile(path, bytes);
  await expect(verifyArchive(path)).rejects.toThrow('is damaged: after its beginning');

  await rm(path);
  await writeArchive(path, { parts: PARTS });
  const tar = gunzipSync(await readFile(path));
  tar.write('hallo', tar.indexOf('hello'));
  await writeFile(path, gzipSync(tar));
  await expect(verifyArchive(path)).rejects.toThrow('the checksum of files/w/a/000001 is wrong');
});

test.each([
  ['a text', Buffer.from('hello'), 'is not a backup of this service'],
  ['a compressed text', gzipSync('hello'), 'is not a backup of this service'],
  ['a longer one', gzipSync('hello'.repeat(1_000)), 'is not a backup of this service'],
  // Left behind by a full disk.
  ['an empty file', Buffer.alloc(0), 'is damaged: it ends after its beginning'],
])('%s is not accepted as a backup', async (_, bytes, message) => {
  await writeFile(path, bytes);

  await expect(verifyArchive(path)).rejects.toThrow(message);
});

test('refuses the format of a newer release, and names that release', async () => {
  await writeArchive(path, { manifest: aManifest({ format: 2, release: '9.1.0' }) });

  await expect(verifyArchive(path)).rejects.toThrow('made by a newer release, 9.1.0');
});

test('reports a missing archive', async () => {
  await expect(verifyArchive(path)).rejects.toThrow(`There is no archive ${path}.`);
});

test('never overwrites an existing archive, and leaves nothing behind if one cannot be written', async () => {
  await writeFile(path, 'a former one');
  await expect(ArchiveWriter.create(path, UNINTERRUPTED)).rejects.toThrow('already exists');
  await expect(ArchiveWriter.create(join(path, 'in-a-file'), UNINTERRUPTED)).rejects.toThrow(
    'cannot be written',
  );
  await expect(ArchiveWriter.create(join(dir, 'none/a'), UNINTERRUPTED)).rejects.toThrow(
    `cannot be written: there is no folder ${join(dir, 'none')}. Create it first.`,
  );

  const writer = await ArchiveWriter.create(join(dir, 'other.tar.gz'), UNINTERRUPTED);
  await writer.begin(aManifest());
  await writer.abandon();
  expect(await readdir(dir)).toEqual(['backup.tar.gz']);
  expect(await readFile(path, 'utf8')).toBe('a former one');
});

test('concurrent backups with one name do not mix, and abandoning one does not affect the other', async () => {
  const [first, second, givenUp] = [
    await ArchiveWriter.create(path, UNINTERRUPTED),
    await ArchiveWriter.create(path, UNINTERRUPTED),
    await ArchiveWriter.create(path, UNINTERRUPTED),
  ];
  await first.begin(aManifest({ release: 'first' }));
  await second.begin(aManifest({ release: 'second' }));
  const end = { rows: {}, files: 0, missingFiles: 0 };

  await first.finish(end);
  expect(await verifyArchive(path)).toMatchObject({ manifest: { release: 'first' } });
  await second.finish(end);
  await givenUp.abandon();

  expect(await verifyArchive(path)).toMatchObject({ manifest: { release: 'second' } });
  expect(await readdir(dir)).toEqual(['backup.tar.gz']);
});
