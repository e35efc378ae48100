import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { ROLES } from '../principal.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { Email, Password, PASSWORD_LENGTH_MAX } from './credentials.ts';
import { Name, OkBody } from './shared.ts';

const TAG = 'Sessions';

const UserSchema = Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() });

export const signIn = defineOperation({
  id: 'signIn',
  method: 'POST',
  path: '/api/auth/sign-in/email',
  owner: 'gateway',
  summary: 'Sign in by e-mail and password',
  description: 'Sets the session cookie.',
  tag: TAG,
  access: 'public',
  body: Type.Object({
    email: Email,
    password: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX }),
    rememberMe: Type.Optional(
      Type.Boolean({ description: 'false: the cookie goes when the browser is closed.' }),
    ),
  }),
  responses: { 200: Type.Object({ ok: Type.Literal(true), user: UserSchema }) },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED'],
});

export const signOut = defineOperation({
  id: 'signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  owner: 'gateway',
  summary: 'Sign out',
  description: 'Ends the session and drops the cookie; also where there is none.',
  tag: TAG,
  access: 'public',
  responses: { 200: OkBody },
  errors: [],
});

export const getSession = defineOperation({
  id: 'getSession',
  method: 'GET',
  path: '/api/auth/get-session',
  owner: 'gateway',
  summary: 'Who is signed in, and where',
  tag: TAG,
  access: { role: 'viewer', scope: null },
  responses: {
    200: Type.Object({
      user: UserSchema,
      session: Type.Object({ expiresAt: Timestamp }),
      workspace: Type.Object({ id: Type.String(), name: Type.String(), role: OneOf(ROLES) }),
    }),
  },
  errors: ['UNAUTHENTICATED'],
});

export const signUp = defineOperation({
  id: 'signUp',
  method: 'POST',
  path: '/api/auth/sign-up/email',
  owner: 'gateway',
  summary: 'Make an account and a workspace',
  description:
    'With its user as the first admin and without a token, and sets the session cookie. 403 where the ' +
    'operator has closed it. Where the installation sends mails, the address must be proven by the link ' +
    'of one before the first sign-in; the answer is then the same for an address that has an account.',
  tag: TAG,
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
      needsVerification: Type.Boolean({ description: 'A mail was sent; `user` is null.' }),
    }),
  },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'FORBIDDEN', 'CONFLICT'],
});

export const getSignUp = defineOperation({
  id: 'getSignUp',
  method: 'GET',
  path: '/api/auth/sign-up',
  owner: 'gateway',
  summary: 'Whether anybody may make an account here',
  tag: TAG,
  access: 'public',
  responses: {
    200: Type.Object({
      isOpen: Type.Boolean({ description: 'Else only who is invited gets an account.' }),
    }),
  },
  errors: [],
});

export const listSessions = defineOperation({
  id: 'listSessions',
  method: 'GET',
  path: '/api/auth/list-sessions',
  owner: 'gateway',
  summary: 'Where you are signed in, latest first',
  tag: TAG,
  access: { role: 'viewer', scope: null },
  responses: {
    200: Type.Array(
      Type.Object({
        id: Type.String(),
        isCurrent: Type.Boolean({ description: 'Whether it is this very session.' }),
        createdAt: Timestamp,
        lastUsedAt: Type.String({ format: 'date-time', description: 'To the day.' }),
        expiresAt: Timestamp,
        address: Nullable(Type.String({ description: 'Whence the sign-in came.' })),
        userAgent: Nullable(Type.String()),
      }),
    ),
  },
  errors: ['UNAUTHENTICATED'],
});

export const revokeSession = defineOperation({
  id: 'revokeSession',
  method: 'POST',
  path: '/api/auth/revoke-session',
  owner: 'gateway',
  summary: 'End one of your sessions',
  tag: TAG,
  access: { role: 'viewer', scope: null },
  body: Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) }),
  responses: { 200: OkBody },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'NOT_FOUND'],
});

export const revokeSessions = defineOperation({
  id: 'revokeSessions',
  method: 'POST',
  path: '/api/auth/revoke-sessions',
  owner: 'gateway',
  summary: 'Sign out everywhere',
  description: 'Ends all your sessions, this one too.',
  tag: TAG,
  access: { role: 'viewer', scope: null },
  responses: { 200: OkBody },
  errors: ['UNAUTHENTICATED'],
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
