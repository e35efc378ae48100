import { hash, randomBytes } from 'node:crypto';

// As many as a token of the API has.
const SECRET_BYTES = 32;

/** Makes the secret of a token, a link or a session: 256 random bits, as may stand in a URL. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The form in which a token is kept. It has 256 random bits, so that no salt is needed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
