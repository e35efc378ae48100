import { createHash } from 'node:crypto';

// Of what a key may have; ids may also have `:`, of which S3 links and folders make different things.
const OTHER_CHARACTERS = /[^A-Za-z0-9._-]/g;
const HASH_DIGITS = 16;

/**
 * The key of an announced upload.
 *
 * @param name made of characters that keys may have.
 */
export function uploadKey(workspaceId: string, id: string, name: string): string {
  return `${workspaceId}/uploads/${id}-${name}`;
}

/**
 * The key of an output's file. Two outputs never get the same one: an id that had to be changed has a
 * segment more, by which it is told from one that has these characters by nature.
 *
 * @param position over both lists of files, from 0.
 * @param name made of characters that keys may have.
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
  // An output may be called `uploads`; its files must not look like announced ones.
  if (readable === outputId && outputId !== 'uploads') return outputId;
  const hash = createHash('sha256').update(outputId).digest('hex');
  return `${readable}/id-${hash.slice(0, HASH_DIGITS)}`;
}

/** Where bytes lie in the store: by a key of its own, so that renaming and claiming move none. */
export function objectKey(workspaceId: string, id: string): string {
  return `${workspaceId}/${id}`;
}

const OBJECT_KEY = /^[^/]+\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether an object of the store can be one of ours. */
export function isOurs(key: string): boolean {
  return OBJECT_KEY.test(key);
}
