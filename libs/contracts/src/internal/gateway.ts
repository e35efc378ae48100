import { Type } from '@sinclair/typebox';

import { Email } from '../http/shared.ts';
import { defineOperation } from '../operation.ts';
import { Nullable, Timestamp } from '../schema/nullable.ts';

/**
 * Takes one of the calls a minute that may cause a call to a model, in the name of the caller. Asked
 * by whoever finds out only in the middle of a call that a model is needed, right before it asks it.
 */
export const takeModelCall = defineOperation({
  id: 'takeModelCall',
  method: 'POST',
  path: '/internal/model-calls/take',
  owner: 'gateway',
  summary: 'Take one of a caller’s model calls',
  tag: 'internal',
  access: 'internal',
  responses: {
    200: Type.Object({
      /** Null where it was taken; else in how many seconds there is one. */
      retryAfterSeconds: Nullable(Type.Integer({ minimum: 1 })),
    }),
  },
  errors: ['FORBIDDEN'],
});

/**
 * Who may approve in a workspace now, and who created the tokens that submitted these outputs. Asked right
 * before an approval counts: what review has heard of roles may be late.
 */
export const findApprovers = defineOperation({
  id: 'findApprovers',
  method: 'POST',
  path: '/internal/approvers',
  owner: 'gateway',
  summary: 'Find who may approve outputs',
  tag: 'internal',
  access: 'internal',
  body: Type.Object({
    workspaceId: Type.String(),
    ids: Type.Array(Type.String(), { maxItems: 1000 }),
    /** Groups of which somebody is needed. */
    groupIds: Type.Optional(Type.Array(Type.String())),
  }),
  responses: {
    200: Type.Object({
      /** Reviewers and above. */
      userIds: Type.Array(Type.String()),
      /** Outputs whose token nobody created, such as the first workspace token, are left out. */
      submitters: Type.Array(Type.Object({ id: Type.String(), userId: Type.String() })),
      /** Managers and above, who stand in for groups in which nobody may approve. */
      managerIds: Type.Optional(Type.Array(Type.String())),
      /** Who of each group may approve; groups that are no more are left out. */
      groups: Type.Optional(
        Type.Array(Type.Object({ id: Type.String(), userIds: Type.Array(Type.String()) })),
      ),
      /** Of all who are in these groups: an actor is known by email. */
      emails: Type.Optional(
        Type.Array(Type.Object({ userId: Type.String(), email: Type.String() })),
      ),
    }),
  },
  errors: [],
});

/** Whether a rule can name a group of which somebody has to approve. */
export const checkApprovalGroup = defineOperation({
  id: 'checkApprovalGroup',
  method: 'POST',
  path: '/internal/approval-groups/check',
  owner: 'gateway',
  summary: 'Check a group of approvers',
  tag: 'internal',
  access: 'internal',
  body: Type.Object({
    workspaceId: Type.String(),
    groupId: Type.String(),
    notSubmitter: Type.Boolean(),
  }),
  /** What is wrong with it, for a person. */
  responses: { 200: Type.Object({ fault: Nullable(Type.String()) }) },
  errors: [],
});

/**
 * Makes a link by which somebody chooses a new password, for the operator to hand over. NOT_FOUND where
 * nobody has the address.
 */
export const makePasswordLink = defineOperation({
  id: 'makePasswordLink',
  method: 'POST',
  path: '/internal/password-links',
  owner: 'gateway',
  summary: 'Create a password reset link',
  tag: 'internal',
  access: 'operator',
  body: Type.Object({ email: Email }),
  responses: { 200: Type.Object({ link: Type.String(), expiresAt: Timestamp }) },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
});
