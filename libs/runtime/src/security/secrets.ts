import { hash, hkdfSync, randomBytes } from 'node:crypto';

/** Makes the secret of a token, a link or a session: 256 random bits, safe in a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Makes an API token of a workspace. */
export const newToken = (): string => `wh-${newSecret()}`;

/** The stored form of such a secret. It is random, so no salt is needed. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The first sign-in of a new installation, and the token of its workspace. */
export const newSignIn = () => ({
  email: 'admin@example.com',
  password: randomBytes(12).toString('base64url'),
  token: newToken(),
});

/** For ENCRYPTION_KEY and AUDIT_KEY. */
export const newKey = (): string => randomBytes(32).toString('base64');

/** The password of an account at a server. It needs no escaping in a URL. */
export const newPassword = (): string => randomBytes(24).toString('base64url');

const SECRET_BYTES = 32;

/**
 * Derives a secret for one purpose from an existing key. Deterministic. It reveals neither the key nor the secrets of
 * other purposes.
 *
 * @param key 32 bytes in base64.
 * @returns 256 bits in base64url.
 */
export function deriveSecret(key: string, purpose: string): string {
  const bytes = hkdfSync('sha256', Buffer.from(key, 'base64'), '', purpose, SECRET_BYTES);
  return Buffer.from(bytes).toString('base64url');
}
