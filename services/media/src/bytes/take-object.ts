import type { ObjectStore } from '@output-review/runtime';

import { defaultFilename } from './default-filename.ts';
import { fileFault } from './file-fault.ts';
import { tidyFilename } from './filename.ts';
import { checkSize } from './file-size.ts';
import { findType } from './find-type.ts';
import type { FileHints, TakenFile } from './taken-file.ts';

export interface ObjectSource extends FileHints {
  /** Of the object that is copied. */
  readonly from: string;
}

/**
 * Copies a file inside the store and looks at the copy: whoever may still write to the first one
 * changes nothing that was looked at.
 *
 * @throws AppError UNPROCESSABLE_ATTACHMENT where it cannot be taken, or nothing is there;
 *   PAYLOAD_TOO_LARGE; UNAVAILABLE.
 */
export async function takeObject(
  store: Pick<ObjectStore, 'copy' | 'get' | 'head'>,
  objectKey: string,
  { from, ...hints }: ObjectSource,
): Promise<TakenFile> {
  // Asked first: not every store says of a copy that there is nothing to copy.
  const first = await store.head(from);
  if (!first) throw fileFault('No bytes were put to the uploadUrl of this key yet.');
  checkSize(first.size);
  await store.copy(from, objectKey);
  const copy = await store.head(objectKey);
  const sizeBytes = copy?.size ?? 0;
  checkSize(sizeBytes);
  const open = async () => (await store.get(objectKey)).body;
  const contentType = await findType(open, hints);
  const filename = tidyFilename(hints.filename ?? '') ?? defaultFilename(contentType);
  return { filename, contentType, sizeBytes };
}
