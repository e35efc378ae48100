import { base64Size, readBase64 } from '../content/base64.ts';
import { checkSize, type FileHints, type TakenFile } from '../content/content.pure.ts';
import { findType } from '../content/find-type.ts';
import { defaultFilename, tidyFilename } from '../content/names.pure.ts';
import { noSuchObject, type ObjectStore } from '../object-store/object-store.ts';

export interface Base64Source extends FileHints {
  readonly data: string;
}

/**
 * Stores a file sent inline in a request, as valid base64 of a size that is accepted.
 *
 * @throws AppError UNPROCESSABLE_ATTACHMENT if its type is not accepted; UNAVAILABLE.
 */
export async function takeBase64(
  store: Pick<ObjectStore, 'put'>,
  objectKey: string,
  { data, ...hints }: Base64Source,
): Promise<TakenFile> {
  const sizeBytes = base64Size(data);
  const contentType = await findType(async () => readBase64(data), hints);
  await store.put(objectKey, readBase64(data), { size: sizeBytes, contentType });
  const filename = tidyFilename(hints.filename ?? '') ?? defaultFilename(contentType);
  return { filename, contentType, sizeBytes };
}

export interface ObjectSource extends FileHints {
  /** The object to copy. */
  readonly from: string;
}

/**
 * Copies a file inside the store and checks the copy, which cannot be changed by someone who may still write to the
 * source.
 *
 * @throws AppError UNPROCESSABLE_ATTACHMENT if it is not accepted; NOT_FOUND if there is no source; PAYLOAD_TOO_LARGE;
 *   UNAVAILABLE.
 */
export async function takeObject(
  store: Pick<ObjectStore, 'copy' | 'get' | 'head'>,
  objectKey: string,
  { from, ...hints }: ObjectSource,
): Promise<TakenFile> {
  // Checked first: not every store reports a missing source when copying.
  const first = await store.head(from);
  if (!first) throw noSuchObject(null);
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
