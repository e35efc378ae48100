import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

import tar from 'tar-stream';

import {
  ArchiveFault,
  DETAILS_RECORD,
  END_NAME,
  type EndMark,
  type EntryDetails,
  FORMAT,
  MANIFEST_NAME,
  type Manifest,
  PART_BYTES_MAX,
} from './archive.ts';

/** An entry with a correct checksum. */
export interface Entry {
  readonly name: string;
  readonly details: EntryDetails;
  readonly bytes: Buffer;
}

export interface VerifiedArchive {
  readonly manifest: Manifest;
  readonly end: EndMark;
}

/**
 * Reads a whole archive and verifies every byte.
 *
 * @throws ArchiveFault if it is unusable.
 */
export async function verifyArchive(path: string): Promise<VerifiedArchive> {
  let [entries, manifest, end]: [number, Manifest | null, EndMark | null] = [0, null, null];
  for await (const { name, bytes } of readEntries(path)) {
    if (manifest === null) manifest = readManifest(path, name, bytes);
    else if (end !== null) throw damaged(path, `${name} follows its end`);
    else if (name === END_NAME) end = JSON.parse(bytes.toString()) as EndMark;
    if (end === null) entries += 1;
  }
  if (manifest === null) throw notOurs(path);
  if (end === null) throw damaged(path, 'its end is missing');
  if (end.entries !== entries) {
    throw damaged(path, `it has ${entries} entries and should have ${end.entries}`);
  }
  return { manifest, end };
}

function readManifest(path: string, name: string, bytes: Buffer): Manifest {
  if (name !== MANIFEST_NAME) throw notOurs(path);
  const manifest = JSON.parse(bytes.toString()) as Manifest;
  if (manifest.format > FORMAT) {
    throw new ArchiveFault(
      `${path} was made by a newer release, ${manifest.release}, in a form that this one cannot read. ` +
        'Restore it with that release. Nothing was changed.',
    );
  }
  return manifest;
}

/** The reassembled parts of an item. Read all parts before you request the next item. */
export interface Item {
  /** Without the part number. */
  readonly name: string;
  readonly details: EntryDetails;
  readonly parts: AsyncIterable<Buffer>;
}

/** Reads the items between the manifest and the end mark of an archive. */
export async function* readItems(path: string): AsyncGenerator<Item> {
  const entries = readEntries(path);
  try {
    let next = await entries.next();
    const takeParts = async function* (name: string): AsyncGenerator<Buffer> {
      while (next.done !== true && nameOf(next.value) === name) {
        yield next.value.bytes;
        next = await entries.next();
      }
    };
    while (next.done !== true) {
      const { name: entry, details } = next.value;
      if (entry === MANIFEST_NAME) {
        next = await entries.next();
        continue;
      }
      if (entry === END_NAME) return;
      const name = nameOf(next.value);
      yield { name, details, parts: takeParts(name) };
    }
  } finally {
    await entries.return(undefined);
  }
}

const nameOf = ({ name }: Entry): string => name.slice(0, name.lastIndexOf('/'));

const BEGINNING = 'its beginning';

async function* readEntries(path: string): AsyncGenerator<Entry> {
  const extract = tar.extract();
  // An error here also fails the loop below.
  pipeline(createReadStream(path), createGunzip(), extract, () => {});
  let last = BEGINNING;
  try {
    for await (const entry of extract) {
      const { name, size } = entry.header;
      if (size > PART_BYTES_MAX) throw damaged(path, `${name} is too long`);
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry) chunks.push(chunk as Uint8Array);
      const bytes = Buffer.concat(chunks);
      yield { name, bytes, details: checkEntry(path, entry.header, bytes) };
      last = name;
    }
  } catch (error) {
    throw explain(path, last, error);
  } finally {
    extract.destroy();
  }
}

function checkEntry(path: string, { name, pax }: tar.Header, bytes: Buffer): EntryDetails {
  const records = pax as Readonly<Record<string, string>> | null | undefined;
  const record = records?.[DETAILS_RECORD];
  if (record === undefined) throw notOurs(path);
  const { sha256, ...details } = JSON.parse(record) as EntryDetails & { sha256?: string };
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw damaged(path, `the checksum of ${name} is wrong`);
  }
  return details;
}

// zlib's errors for a file that is not gzip. If its start is no tar, the error has no code.
const NO_GZIP = new Set(['incorrect header check', 'unknown compression method']);

function explain(path: string, last: string, error: unknown): unknown {
  if (error instanceof ArchiveFault || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : null;
  if (last === BEGINNING && (code === null || NO_GZIP.has(error.message))) return notOurs(path);
  switch (code) {
    case 'ENOENT':
      return new ArchiveFault(`There is no archive ${path}.`);
    case 'EACCES':
    case 'EISDIR':
      return new ArchiveFault(`${path} cannot be read: ${error.message}`);
    case 'Z_BUF_ERROR':
      return damaged(path, `it ends after ${last}: it was cut off`);
    default:
      return damaged(path, `after ${last}: ${error.message}`);
  }
}

function damaged(path: string, what: string): ArchiveFault {
  return new ArchiveFault(`${path} is damaged: ${what}. Use another backup. Nothing was changed.`);
}

function notOurs(path: string): ArchiveFault {
  return new ArchiveFault(`${path} is not a backup of this service. Nothing was changed.`);
}
