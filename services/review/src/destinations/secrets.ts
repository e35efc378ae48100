import { createHmac, randomBytes } from 'node:crypto';

import { deriveSecret } from '@output-review/runtime';

// Standard Webhooks 1.0 takes 24 to 64.
const SECRET_BYTES = 32;

/** Makes a symmetric secret as Standard Webhooks 1.0 writes it: `whsec_` and random bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export type UrlKeyOf = (workspaceId: string, url: string) => string;

const PURPOSE = 'destination urls';

/**
 * Makes what finds a sealed URL again: the same for equal URLs of one workspace, of no use to whoever has
 * no key. It comes from the one key that is never changed.
 *
 * @param auditKey 32 bytes in base64.
 */
export function makeUrlKeyOf(auditKey: string): UrlKeyOf {
  const secret = deriveSecret(auditKey, PURPOSE);
  return (workspaceId, url) =>
    createHmac('sha256', secret)
      .update(`${workspaceId}\n${new URL(url).href}`)
      .digest('hex');
}
