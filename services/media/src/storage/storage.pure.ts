import { createHash } from 'node:crypto';

// Characters not allowed in keys. IDs may also contain `:`, which S3 links and folders treat differently.
const OTHER_CHARACTERS = /[^A-Za-z0-9._-]/g;
const HASH_DIGITS = 16;

/**
 * The key of an upload.
 *
 * @param name only with characters allowed in keys.
 */
export function uploadKey(workspaceId: string, id: string, name: string): string {
  return `${workspaceId}/uploads/${id}-${name}`;
}

/**
 * The key of an output's file, unique per output: if the ID had to be changed, a further segment distinguishes it from
 * an ID that has these characters anyway.
 *
 * @param position counts across both lists of files, from 0.
 * @param name only with characters allowed in keys.
 */
export function fileKey(
  { workspaceId, outputId }: { readonly workspaceId: string; readonly outputId: string },
  position: number,
  name: string,
): string {
  return `${workspaceId}/${outputSegments(outputId)}/${position}-${name}`;
}

function outputSegments(outputId: string): string {
  const readable = outputId.replace(OTHER_CHARACTERS, '-');
  // An output may have the ID `uploads`; its files must not look like uploads.
  if (readable === outputId && outputId !== 'uploads') return outputId;
  const hash = createHash('sha256').update(outputId).digest('hex');
  return `${readable}/id-${hash.slice(0, HASH_DIGITS)}`;
}

/** The key of the bytes in the store. It is independent of names, so that renaming and claiming move no bytes. */
export function objectKey(workspaceId: string, id: string): string {
  return `${workspaceId}/${id}`;
}

// Keys that the store interface refuses, such as `../…`, are never ours.
const OBJECT_KEY = /^[A-Za-z0-9_-]{1,200}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether an object in the store may be ours. */
export function isOurs(key: string): boolean {
  return OBJECT_KEY.test(key);
}
