import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { Email, LinkToken, Password, PASSWORD_LENGTH_MAX } from './credentials.ts';
import { OkBody } from './shared.ts';

const TAG = 'Passwords';

const NO_MAILS = 'FORBIDDEN where this installation sends no mails.';

export const changePassword = defineOperation({
  id: 'changePassword',
  method: 'POST',
  path: '/api/auth/change-password',
  owner: 'gateway',
  summary: 'Change your password',
  description: 'Ends all your sessions but this one, whose cookie is exchanged.',
  tag: TAG,
  access: { role: 'viewer', scope: null },
  body: Type.Object({
    currentPassword: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX }),
    newPassword: Password,
  }),
  responses: { 200: OkBody },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED'],
});

export const requestPasswordReset = defineOperation({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/api/auth/request-password-reset',
  owner: 'gateway',
  summary: 'Have a link mailed by which a forgotten password is replaced',
  description:
    'The answer is the same whether there is such an account or not. The link is good for an hour, ' +
    `once. ${NO_MAILS}`,
  tag: TAG,
  access: 'public',
  body: Type.Object({ email: Email }),
  responses: { 200: OkBody },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'FORBIDDEN'],
});

export const resetPassword = defineOperation({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/auth/reset-password',
  owner: 'gateway',
  summary: 'Choose a new password by a link',
  description: 'Ends all sessions of the user, and every other link of the kind.',
  tag: TAG,
  access: 'public',
  body: Type.Object({ token: LinkToken, newPassword: Password }),
  responses: { 200: OkBody },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'NOT_FOUND'],
});

export const sendVerificationEmail = defineOperation({
  id: 'sendVerificationEmail',
  method: 'POST',
  path: '/api/auth/send-verification-email',
  owner: 'gateway',
  summary: 'Have the link mailed again that proves an address',
  description:
    'The answer is the same whether there is an account to be verified or not. The link is good for ' +
    `a day. ${NO_MAILS}`,
  tag: TAG,
  access: 'public',
  body: Type.Object({ email: Email }),
  responses: { 200: OkBody },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'FORBIDDEN'],
});

export const verifyEmail = defineOperation({
  id: 'verifyEmail',
  method: 'GET',
  path: '/api/auth/verify-email',
  owner: 'gateway',
  summary: 'Prove an address by the link of a mail',
  description:
    'Signs nobody in, and may be opened again: programs that look at mails open links before people do.',
  tag: TAG,
  access: 'public',
  query: Type.Object({ token: LinkToken }),
  responses: { 200: OkBody },
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

export const PASSWORD_OPERATIONS = [
  changePassword,
  requestPasswordReset,
  resetPassword,
  sendVerificationEmail,
  verifyEmail,
] as const;
