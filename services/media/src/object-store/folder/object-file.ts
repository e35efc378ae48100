import { type FileHandle, open } from 'node:fs/promises';

import { DamagedObject, type ObjectHead, type PutOptions } from '../object-store.ts';

/**
 * An object is one file: this many bytes that say what it is, one line of JSON filled up with spaces,
 * then its own. One file, since only then a rename shows both or neither; a fixed length, so that a
 * listing knows the size without opening it. Far more than a type needs.
 */
export const HEADER_BYTES = 4_096;

export function formatHeader({ size, contentType }: PutOptions): Buffer {
  // Releases that know of metadata read it, though nobody has ever put any.
  const text = JSON.stringify({ contentType, metadata: {}, size });
  return Buffer.from(`${text.padEnd(HEADER_BYTES - 1)}\n`, 'latin1');
}

/**
 * Opens an object's file and reads what it is. The caller closes the file.
 *
 * @throws DamagedObject
 */
export async function openObjectFile(
  path: string,
  key: string,
): Promise<{ file: FileHandle; head: ObjectHead }> {
  const file = await open(path, 'r');
  try {
    return { file, head: await readHead(file, key) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHead(file: FileHandle, key: string): Promise<ObjectHead> {
  const { buffer } = await file.read({ buffer: Buffer.alloc(HEADER_BYTES), position: 0 });
  const { mtime, size: fileBytes } = await file.stat();
  const header = parseHeader(buffer.toString('latin1'));
  if (header?.size !== fileBytes - HEADER_BYTES) throw new DamagedObject(key);
  const { size, contentType } = header;
  return { size, contentType, storedAt: mtime };
}

function parseHeader(text: string): PutOptions | null {
  try {
    // Nobody else writes there; a file cut short by a failing disk is told by its length.
    return JSON.parse(text) as PutOptions;
  } catch {
    return null;
  }
}
