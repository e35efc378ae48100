import { createHmac } from 'node:crypto';

import { deriveSecret } from '@output-review/runtime';

/**
 * A number from 0 up to but not including 1, the same for an output each time it is asked for: an output is a
 * sample where it lies under the rate. So a higher rate keeps whatever a lower one has taken, and judges in
 * shadow are shown the samples first.
 */
export type DrawSample = (workspaceId: string, id: string) => number;

const PURPOSE = 'samples';

// What `readUIntBE` takes at most, and a double holds exactly.
const BYTES = 6;

/**
 * Makes what draws samples, keyed so that whoever chooses ids cannot choose what is looked at.
 * It comes from the one key that is never changed.
 *
 * @param auditKey 32 bytes in base64.
 */
export function makeDrawSample(auditKey: string): DrawSample {
  const secret = deriveSecret(auditKey, PURPOSE);
  return (workspaceId, id) =>
    createHmac('sha256', secret).update(`${workspaceId}/${id}`).digest().readUIntBE(0, BYTES) /
    2 ** (8 * BYTES);
}
