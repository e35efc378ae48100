import { randomBytes } from 'node:crypto';

// As many as a token of the API has.
const SECRET_BYTES = 32;

/** Makes the secret of a link or a session: 256 random bits, as may stand in a URL. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}
