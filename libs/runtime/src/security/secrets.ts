import { hash, randomBytes } from 'node:crypto';

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
