import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { Email, LinkToken, OkBody, Password, PASSWORD_LENGTH_MAX } from './shared.ts';

const operation = operationsOf({ owner: 'gateway', tag: 'Passwords' });

const NO_MAILS = 'Returns `FORBIDDEN` if this installation sends no emails.';

export const changePassword = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change your password',
  description:
    'Ends all your other sessions and every link to reset the password, and replaces the cookie of this session.',
  access: { role: 'viewer', scope: null },
  body: Type.Object({
    currentPassword: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX }),
    newPassword: Password,
  }),
  responses: { 200: OkBody },
});

export const requestPasswordReset = operation({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/api/auth/request-password-reset',
  summary: 'Send a password reset email',
  description:
    'The response is the same whether or not the account exists. The link works once and ' +
    `expires after 1 hour. ${NO_MAILS}`,
  access: 'public',
  body: Type.Object({ email: Email }),
  responses: { 200: OkBody },
  errors: ['FORBIDDEN'],
});

export const resetPassword = operation({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Reset a password',
  description:
    'Takes the token from a password reset link. Ends all sessions of the user and invalidates ' +
    'their other password reset links.',
  access: 'public',
  body: Type.Object({ token: LinkToken, newPassword: Password }),
  responses: { 200: OkBody },
  errors: ['NOT_FOUND'],
});

export const sendVerificationEmail = operation({
  id: 'sendVerificationEmail',
  method: 'POST',
  path: '/api/auth/send-verification-email',
  summary: 'Resend the verification email',
  description:
    'The response is the same whether or not there is an account to verify. The link expires ' +
    `after 1 day. ${NO_MAILS}`,
  access: 'public',
  body: Type.Object({ email: Email }),
  responses: { 200: OkBody },
  errors: ['FORBIDDEN'],
});

export const verifyEmail = operation({
  id: 'verifyEmail',
  method: 'GET',
  path: '/api/auth/verify-email',
  summary: 'Verify an email address',
  description:
    'Takes the token from a verification link. Does not sign anyone in. The link can be opened ' +
    'more than once, because email scanners open links before people do.',
  access: 'public',
  query: Type.Object({ token: LinkToken }),
  responses: { 200: OkBody },
  errors: ['NOT_FOUND'],
});

export const PASSWORD_OPERATIONS = [
  changePassword,
  requestPasswordReset,
  resetPassword,
  sendVerificationEmail,
  verifyEmail,
] as const;
