import { Type } from '@sinclair/typebox';

// RFC 5321: no address that can be delivered to is longer.
export const Email = Type.String({ format: 'email', maxLength: 254, 'x-trim': true });

// Hashing longer ones would be a way to keep us busy.
export const PASSWORD_LENGTH_MAX = 128;

// Source: NIST SP 800-63B, the least for a password that a person chooses.
const PASSWORD_LENGTH_MIN = 8;

/** A password that is chosen. */
export const Password = Type.String({
  minLength: PASSWORD_LENGTH_MIN,
  maxLength: PASSWORD_LENGTH_MAX,
});

/** A secret from a link of ours. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200 });
