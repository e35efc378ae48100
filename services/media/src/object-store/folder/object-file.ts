import { type FileHandle, open } from 'node:fs/promises';

import { DamagedObject, type ObjectHead, type PutOptions } from '../object-store.ts';

/**
 * An object is one file: a header of this many bytes (one line of JSON padded with spaces), then the content. In one
 * file, because a rename is then atomic for both. Of fixed length, far more than a type needs, so that a listing knows
 * the size of the content without opening the file.
 */
export const HEADER_BYTES = 4_096;

export function formatHeader({ size, contentType }: PutOptions): Buffer {
  // Kept because previous releases read the metadata, which was always empty.
  const text = JSON.stringify({ contentType, metadata: {}, size });
  return Buffer.from(`${text.padEnd(HEADER_BYTES - 1)}\n`, 'latin1');
}

/**
 * Opens an object's file and reads its header. The caller closes the file.
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
    // Only this code writes there. The size check detects a truncated file.
    return JSON.parse(text) as PutOptions;
  } catch {
    return null;
  }
}
