import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { ROLES } from '../principal.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { Email, IdParams, Name, OkBody, Page, PageQuery, Password } from './shared.ts';

const operation = operationsOf({ owner: 'gateway', tag: 'Members' });

const ADMIN = { role: 'admin', scope: null } as const;

const MemberSchema = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: OneOf(ROLES),
  joinedAt: Timestamp,
});

const MemberTokenFields = {
  id: Type.String(),
  name: Nullable(Type.String({ description: 'Null for the workspace token.' })),
};

const ListedMember = Type.Object({
  ...MemberSchema.properties,
  tokens: Type.Array(
    Type.Object({
      ...MemberTokenFields,
      hint: Type.String({ description: 'The last 4 characters of the token.' }),
      lastUsedAt: Nullable(Timestamp),
    }),
    {
      description:
        'Tokens that the member created and that have not been revoked, oldest first. Tokens ' +
        'from earlier releases are not listed, because their creator is not known.',
    },
  ),
});

const UserParams = Type.Object({ userId: Type.String() });
const TokenParams = Type.Object({ token: Type.String() });

export const listMembers = operation({
  id: 'listMembers',
  method: 'GET',
  path: '/api/members',
  summary: 'List members, earliest to join first',
  access: ADMIN,
  query: Type.Object(PageQuery),
  responses: { 200: Page(ListedMember) },
});

export const listPeople = operation({
  id: 'listPeople',
  method: 'GET',
  path: '/api/people',
  summary: 'List the people of the workspace, by name',
  description: 'Members of every role, without their roles and tokens.',
  access: { role: 'reviewer', scope: null },
  responses: {
    200: Type.Array(
      Type.Object({ userId: Type.String(), name: Type.String(), email: Type.String() }),
    ),
  },
});

export const changeMember = operation({
  id: 'changeMember',
  method: 'PATCH',
  path: '/api/members/{userId}',
  summary: 'Change a member’s role',
  description:
    'Takes effect with the member’s next request. The last admin keeps the role admin. Invitations ' +
    'that a former admin created become invalid; tokens that they created stay valid until they ' +
    'are revoked.',
  access: ADMIN,
  params: UserParams,
  body: Type.Object({ role: OneOf(ROLES) }),
  responses: { 200: MemberSchema },
  errors: ['NOT_FOUND', 'LAST_ADMIN'],
});

export const removeMember = operation({
  id: 'removeMember',
  method: 'DELETE',
  path: '/api/members/{userId}',
  summary: 'Remove a member',
  description:
    'The member loses access to the workspace with their next request. Invitations that they ' +
    'created and that nobody has accepted become invalid. So do the tokens that they created ' +
    'and know, except those in `keepTokens`. Their account is kept. The last admin cannot be ' +
    'removed.',
  access: ADMIN,
  params: UserParams,
  query: Type.Object({
    keepTokens: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description:
          'Comma-separated IDs of the member’s tokens that stay valid. For an unknown ID, the ' +
          'response is 400 and nothing changes.',
      }),
    ),
  }),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      tokens: Type.Array(Type.Object({ ...MemberTokenFields, revoked: Type.Boolean() }), {
        description: 'Tokens that the member created, oldest first.',
      }),
    }),
  },
  errors: ['NOT_FOUND', 'LAST_ADMIN'],
});

const INVITATION = {
  id: Type.String(),
  email: Nullable(
    Type.String({
      description: 'The only address that can accept it. Null: anyone with the link can.',
    }),
  ),
  role: OneOf(ROLES),
  createdBy: Type.String({ description: 'Email address.' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
};

export const listInvitations = operation({
  id: 'listInvitations',
  method: 'GET',
  path: '/api/members/invitations',
  summary: 'List open invitations, newest first',
  access: ADMIN,
  query: Type.Object(PageQuery),
  responses: { 200: Page(Type.Object(INVITATION)) },
});

export const createInvitation = operation({
  id: 'createInvitation',
  method: 'POST',
  path: '/api/members/invitations',
  summary: 'Create an invitation link',
  description: 'The link expires after 7 days, works for one person and is shown only once.',
  access: ADMIN,
  body: Type.Object({ email: Type.Optional(Email), role: OneOf(ROLES) }),
  responses: {
    201: Type.Object({
      ...INVITATION,
      token: Type.String({ description: 'The last part of the link.' }),
      link: Type.String(),
    }),
  },
});

export const revokeInvitation = operation({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/api/members/invitations/{id}',
  summary: 'Revoke an invitation',
  access: ADMIN,
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['NOT_FOUND'],
});

export const getInvitation = operation({
  id: 'getInvitation',
  method: 'GET',
  path: '/api/invitations/{token}',
  summary: 'Get an invitation without using it up',
  description: 'The token is the last part of the invitation link. No sign-in is needed.',
  access: 'public',
  params: TokenParams,
  responses: {
    200: Type.Object({
      workspaceName: Type.String(),
      role: OneOf(ROLES),
      email: INVITATION.email,
      expiresAt: Timestamp,
    }),
  },
  errors: ['NOT_FOUND'],
});

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/invitations/{token}/accept',
  summary: 'Accept an invitation',
  description:
    'With a session, its user joins the workspace, and the session switches to it. Without a ' +
    'session, an account is created from `name` and `password`, even if sign-up is closed; ' +
    '`email` is allowed only if the invitation is not for a specific address. People who ' +
    'already have an account sign in first. If the installation sends emails, the response is the ' +
    'same for an `email` that already has an account: nobody joins, and its owner gets an email ' +
    'with a new link for the invitation.',
  access: 'public',
  params: TokenParams,
  body: Type.Object({
    name: Type.Optional(Name),
    email: Type.Optional(Email),
    password: Type.Optional(Password),
  }),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      workspaceId: Type.String(),
      needsVerification: Type.Boolean({
        description:
          'Whether an email was sent. If so, its link must be opened before the first sign-in or, ' +
          'if the address has an account, to join with it.',
      }),
    }),
  },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'CONFLICT'],
});

export const MEMBER_OPERATIONS = [
  listMembers,
  listPeople,
  changeMember,
  removeMember,
  listInvitations,
  createInvitation,
  revokeInvitation,
  getInvitation,
  acceptInvitation,
] as const;
