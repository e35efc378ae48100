import { randomBytes } from 'node:crypto';

/** The first sign-in of a new installation, and the token of its workspace. */
export const newSignIn = () => ({
  email: 'admin@example.com',
  password: randomBytes(12).toString('base64url'),
  // 256 bits after the prefix of the gateway's tokens.
  token: `wh-${randomBytes(32).toString('base64url')}`,
});

/** For ENCRYPTION_KEY and AUDIT_KEY. */
export const newKey = (): string => randomBytes(32).toString('base64');

/** The password of an account at a server. It needs no escaping in a URL. */
export const newPassword = (): string => randomBytes(24).toString('base64url');
