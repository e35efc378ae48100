import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { ROLES } from '../principal.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { Email, Password } from './credentials.ts';
import { IdParams, Name, OkBody, Page, PageQuery } from './shared.ts';

const TAG = 'Members';

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
        'Those that the member made and nobody has revoked, oldest first. Of tokens of earlier releases ' +
        'nobody knows who made them.',
    },
  ),
});

const UserParams = Type.Object({ userId: Type.String() });
const TokenParams = Type.Object({ token: Type.String() });

export const listMembers = defineOperation({
  id: 'listMembers',
  method: 'GET',
  path: '/api/members',
  owner: 'gateway',
  summary: 'Members of the workspace, who joined first at the top',
  tag: TAG,
  access: ADMIN,
  query: Type.Object(PageQuery),
  responses: { 200: Page(ListedMember) },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED'],
});

export const changeMember = defineOperation({
  id: 'changeMember',
  method: 'PATCH',
  path: '/api/members/{userId}',
  owner: 'gateway',
  summary: 'Change the role of a member',
  description: 'It holds from the next request of the member on. The last admin stays one.',
  tag: TAG,
  access: ADMIN,
  params: UserParams,
  body: Type.Object({ role: OneOf(ROLES) }),
  responses: { 200: MemberSchema },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'NOT_FOUND', 'LAST_ADMIN'],
});

export const removeMember = defineOperation({
  id: 'removeMember',
  method: 'DELETE',
  path: '/api/members/{userId}',
  owner: 'gateway',
  summary: 'Remove a member',
  description:
    'The next request of the member is no longer in this workspace; invitations that the member made ' +
    'and nobody has accepted yet are dead. So are the tokens that the member made and knows, but for those ' +
    'in `keepTokens`. The account stays. The last admin cannot be removed.',
  tag: TAG,
  access: ADMIN,
  params: UserParams,
  query: Type.Object({
    keepTokens: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description:
          'Ids of tokens of the member that stay good, with commas between; an unknown one is 400, and ' +
          'nothing is done.',
      }),
    ),
  }),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      tokens: Type.Array(Type.Object({ ...MemberTokenFields, revoked: Type.Boolean() }), {
        description: 'Those that the member made, oldest first.',
      }),
    }),
  },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'NOT_FOUND', 'LAST_ADMIN'],
});

const INVITATION = {
  id: Type.String(),
  email: Nullable(
    Type.String({ description: 'Who alone may accept it; null: whoever has the link.' }),
  ),
  role: OneOf(ROLES),
  createdBy: Type.String({ description: 'E-mail address.' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
};

export const listInvitations = defineOperation({
  id: 'listInvitations',
  method: 'GET',
  path: '/api/members/invitations',
  owner: 'gateway',
  summary: 'Invitations that can still be accepted, newest first',
  tag: TAG,
  access: ADMIN,
  query: Type.Object(PageQuery),
  responses: { 200: Page(Type.Object(INVITATION)) },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED'],
});

export const createInvitation = defineOperation({
  id: 'createInvitation',
  method: 'POST',
  path: '/api/members/invitations',
  owner: 'gateway',
  summary: 'Invite somebody by a link',
  description: 'The link is good for 7 days and for one person, and is shown this once.',
  tag: TAG,
  access: ADMIN,
  body: Type.Object({ email: Type.Optional(Email), role: OneOf(ROLES) }),
  responses: {
    201: Type.Object({
      ...INVITATION,
      token: Type.String({ description: 'What the link ends with.' }),
      link: Type.String(),
    }),
  },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED'],
});

export const revokeInvitation = defineOperation({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/api/members/invitations/{id}',
  owner: 'gateway',
  summary: 'Revoke an invitation',
  tag: TAG,
  access: ADMIN,
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
});

export const getInvitation = defineOperation({
  id: 'getInvitation',
  method: 'GET',
  path: '/api/invitations/{token}',
  owner: 'gateway',
  summary: 'What a link invites to; it stays good',
  tag: TAG,
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

export const acceptInvitation = defineOperation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/invitations/{token}/accept',
  owner: 'gateway',
  summary: 'Join the workspace that a link invites to',
  description:
    'With a session: its user joins, and the session acts in the workspace from now on. Without one: ' +
    'makes an account of name and password, also where sign-up is closed; `email` only where the ' +
    'invitation is for no address. Who has an account signs in first.',
  tag: TAG,
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
        description: 'A mail was sent: its link must be opened before the first sign-in.',
      }),
    }),
  },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'NOT_FOUND', 'CONFLICT'],
});

export const MEMBER_OPERATIONS = [
  listMembers,
  changeMember,
  removeMember,
  listInvitations,
  createInvitation,
  revokeInvitation,
  getInvitation,
  acceptInvitation,
] as const;
