import { randomBytes } from 'node:crypto';

// Standard Webhooks 1.0 takes 24 to 64.
const SECRET_BYTES = 32;

/** Makes a symmetric secret as Standard Webhooks 1.0 writes it: `whsec_` and random bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
