import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { ROLES } from '../principal.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { Email, Name, OkBody, Password, PASSWORD_LENGTH_MAX } from './shared.ts';

const operation = operationsOf({ owner: 'gateway', tag: 'Sessions' });

const UserSchema = Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() });

export const signIn = operation({
  id: 'signIn',
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in with email and password',
  description:
    'Sets the session cookie. A user can have at most 1,000 sessions; a sign-in beyond that ends the ' +
    'ones whose `lastUsedAt`, which is accurate to the hour, is the oldest. If the installation sends ' +
    'emails, an address that is not confirmed yet gets the same 401 as a wrong password.',
  access: 'public',
  body: Type.Object({
    email: Email,
    password: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX }),
    rememberMe: Type.Optional(
      Type.Boolean({
        description: 'If `false`, the cookie is deleted when the browser is closed.',
      }),
    ),
  }),
  responses: { 200: Type.Object({ ok: Type.Literal(true), user: UserSchema }) },
  errors: ['UNAUTHENTICATED'],
});

export const signOut = operation({
  id: 'signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'Sign out',
  description:
    'Ends the session and deletes the cookie. Succeeds even if there is no session. Returns 403 ' +
    'if the session comes with a foreign `Origin`.',
  access: 'public',
  responses: { 200: OkBody },
  errors: ['FORBIDDEN'],
});

export const getSession = operation({
  id: 'getSession',
  method: 'GET',
  path: '/api/auth/get-session',
  summary: 'Get the current session',
  access: { role: 'viewer', scope: null },
  responses: {
    200: Type.Object({
      user: UserSchema,
      session: Type.Object({ expiresAt: Timestamp }),
      workspace: Type.Object({ id: Type.String(), name: Type.String(), role: OneOf(ROLES) }),
    }),
  },
});

export const signUp = operation({
  id: 'signUp',
  method: 'POST',
  path: '/api/auth/sign-up/email',
  summary: 'Create an account and a workspace',
  description:
    'Creates a workspace without a token, makes the user its first admin, and sets the session ' +
    'cookie. Returns 403 if the operator has closed sign-up. If the installation sends emails, ' +
    'the user must verify the address with an emailed link before the first sign-in; the ' +
    'response is then the same for an address that already has an account.',
  access: 'public',
  body: Type.Object({
    name: Name,
    email: Email,
    password: Password,
    workspaceName: Type.Optional(Name),
  }),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      user: Nullable(UserSchema),
      needsVerification: Type.Boolean({
        description: 'Whether a verification email was sent. If so, `user` is null.',
      }),
    }),
  },
  errors: ['FORBIDDEN', 'CONFLICT'],
});

export const getSignUp = operation({
  id: 'getSignUp',
  method: 'GET',
  path: '/api/auth/sign-up',
  summary: 'Check whether sign-up is open',
  description: 'Anyone can ask. The operator opens and closes sign-up.',
  access: 'public',
  responses: {
    200: Type.Object({
      isOpen: Type.Boolean({
        description: 'If `false`, only people with an invitation can create an account.',
      }),
    }),
  },
  errors: ['MISDIRECTED_REQUEST'],
});

export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: '/api/auth/list-sessions',
  summary: 'List your sessions, newest first',
  description: 'Returns at most 1,000 sessions.',
  access: { role: 'viewer', scope: null },
  responses: {
    200: Type.Array(
      Type.Object({
        id: Type.String(),
        isCurrent: Type.Boolean({ description: 'Whether this is the current session.' }),
        createdAt: Timestamp,
        lastUsedAt: Type.String({ format: 'date-time', description: 'Accurate to the hour.' }),
        expiresAt: Timestamp,
        address: Nullable(Type.String({ description: 'IP address of the sign-in.' })),
        userAgent: Nullable(Type.String()),
      }),
    ),
  },
});

export const revokeSession = operation({
  id: 'revokeSession',
  method: 'POST',
  path: '/api/auth/revoke-session',
  summary: 'Revoke one of your sessions',
  access: { role: 'viewer', scope: null },
  body: Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) }),
  responses: { 200: OkBody },
  errors: ['NOT_FOUND'],
});

export const revokeSessions = operation({
  id: 'revokeSessions',
  method: 'POST',
  path: '/api/auth/revoke-sessions',
  summary: 'Sign out everywhere',
  description: 'Ends all your sessions, including this one.',
  access: { role: 'viewer', scope: null },
  responses: { 200: OkBody },
});

export const AUTH_OPERATIONS = [
  signIn,
  signOut,
  getSession,
  signUp,
  getSignUp,
  listSessions,
  revokeSession,
  revokeSessions,
] as const;
