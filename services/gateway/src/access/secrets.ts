import { hash, randomBytes } from 'node:crypto';

// The same size as an API token.
const SECRET_BYTES = 32;

/** Makes the secret of a token, a link or a session: 256 random bits, safe in a URL. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The stored form of a token. A token has 256 random bits, so no salt is needed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
