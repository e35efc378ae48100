import type { ObjectStore } from '@output-review/runtime';

import { base64Size, findBase64Fault, readBase64 } from './base64.ts';
import { defaultFilename } from './default-filename.ts';
import { fileFault } from './file-fault.ts';
import { tidyFilename } from './filename.ts';
import { checkSize } from './file-size.ts';
import { findType } from './find-type.ts';
import type { FileHints, TakenFile } from './taken-file.ts';

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
