import { createHmac } from 'node:crypto';

/** What the key of samples is derived for. */
export const SAMPLING_PURPOSE = 'output-review sampling';

const BYTES = 6;

/**
 * Where an output stands among all of them: from 0 to below 1, the same each time, and for nobody to choose who has no
 * key. Those below a rate are in; raising it keeps them in.
 */
export function keyedShare(key: string, workspaceId: string, id: string): number {
  const digest = createHmac('sha256', key).update(`${workspaceId}\n${id}`).digest();
  return digest.readUIntBE(0, BYTES) / 2 ** (8 * BYTES);
}
