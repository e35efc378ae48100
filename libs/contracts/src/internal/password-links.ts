import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { Email } from '../http/credentials.ts';
import { Timestamp } from '../schema/nullable.ts';

/**
 * Makes a link by which somebody chooses a new password, for the operator to hand over. NOT_FOUND where
 * nobody has the address.
 */
export const makePasswordLink = defineOperation({
  id: 'makePasswordLink',
  method: 'POST',
  path: '/internal/password-links',
  owner: 'gateway',
  summary: 'A link for a new password',
  tag: 'internal',
  access: 'operator',
  body: Type.Object({ email: Email }),
  responses: { 200: Type.Object({ link: Type.String(), expiresAt: Timestamp }) },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
});
