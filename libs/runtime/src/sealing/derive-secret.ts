import { hkdfSync } from 'node:crypto';

const SECRET_BYTES = 32;

/**
 * A secret of its own for one purpose, made from a key that is kept anyway: the same each time, and of
 * no use for finding the key or the secret of another purpose.
 *
 * @param key 32 bytes in base64.
 * @returns 256 bits in base64url.
 */
export function deriveSecret(key: string, purpose: string): string {
  const bytes = hkdfSync('sha256', Buffer.from(key, 'base64'), '', purpose, SECRET_BYTES);
  return Buffer.from(bytes).toString('base64url');
}
