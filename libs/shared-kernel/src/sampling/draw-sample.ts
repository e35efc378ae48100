import { createHmac } from 'node:crypto';

import { deriveSecret } from '@output-review/runtime';

/**
 * A number in [0, 1), always the same for one output. An output is in the sample if its number is below the rate. So a
 * higher rate keeps the sample of a lower one, and shadow judges see the samples first.
 */
export type DrawSample = (workspaceId: string, id: string) => number;

const PURPOSE = 'samples';

// The maximum of `readUIntBE`, which a double represents exactly.
const BYTES = 6;

/**
 * Creates the function that draws samples. It is keyed, so that callers who choose IDs cannot choose which outputs are
 * sampled. The key is derived from the audit key, the only key that never changes.
 *
 * @param auditKey 32 bytes in base64.
 */
export function makeDrawSample(auditKey: string): DrawSample {
  const secret = deriveSecret(auditKey, PURPOSE);
  return (workspaceId, id) =>
    createHmac('sha256', secret).update(`${workspaceId}/${id}`).digest().readUIntBE(0, BYTES) /
    2 ** (8 * BYTES);
}
