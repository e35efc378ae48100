import { base64Size, findBase64Fault, readBase64 } from '../content/base64.ts';
import { checkSize, fileFault, type FileHints, type TakenFile } from '../content/content.pure.ts';
import { findType } from '../content/find-type.ts';
import { defaultFilename, tidyFilename } from '../content/names.pure.ts';
import { noSuchObject, type ObjectStore } from '../object-store/object-store.ts';

export interface Base64Source extends FileHints {
  readonly data: string;
}

/**
 * Stores a file that stands in a request.
 *
 * @throws AppError UNPROCESSABLE_ATTACHMENT where it cannot be taken; PAYLOAD_TOO_LARGE; UNAVAILABLE.
 */
export async function takeBase64(
  store: Pick<ObjectStore, 'put'>,
  objectKey: string,
  { data, ...hints }: Base64Source,
): Promise<TakenFile> {
  const fault = findBase64Fault(data);
  if (fault) throw fileFault(fault);
  const sizeBytes = base64Size(data);
  checkSize(sizeBytes);
  const contentType = await findType(async () => readBase64(data), hints);
  await store.put(objectKey, readBase64(data), { size: sizeBytes, contentType });
  const filename = tidyFilename(hints.filename ?? '') ?? defaultFilename(contentType);
  return { filename, contentType, sizeBytes };
}

export interface ObjectSource extends FileHints {
  /** Of the object that is copied. */
  readonly from: string;
}

/**
 * Copies a file inside the store and looks at the copy: whoever may still write to the first one
 * changes nothing that was looked at.
 *
 * @throws AppError UNPROCESSABLE_ATTACHMENT where it cannot be taken; NOT_FOUND where nothing is there;
 *   PAYLOAD_TOO_LARGE; UNAVAILABLE.
 */
export async function takeObject(
  store: Pick<ObjectStore, 'copy' | 'get' | 'head'>,
  objectKey: string,
  { from, ...hints }: ObjectSource,
): Promise<TakenFile> {
  // Asked first: not every store says of a copy that there is nothing to copy.
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
