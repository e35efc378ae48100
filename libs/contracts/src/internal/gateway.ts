import { Type } from '@sinclair/typebox';

import { Email } from '../http/shared.ts';
import { operationsOf } from '../operation.ts';
import { Nullable, Timestamp } from '../schema/nullable.ts';
import { INTERNAL } from './shared.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'gateway' });

/**
 * Takes one of the calls a minute that may cause a call to a model, in the name of the caller. Asked
 * by whoever finds out only in the middle of a call that a model is needed, right before it asks it.
 */
export const takeModelCall = operation({
  id: 'takeModelCall',
  path: '/internal/model-calls/take',
  summary: 'Take one of a caller’s model calls',
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
export const findApprovers = operation({
  id: 'findApprovers',
  path: '/internal/approvers',
  summary: 'Find who may approve outputs',
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
      /** Of all who may approve, where groups are asked about: an actor is known by email. */
      emails: Type.Optional(
        Type.Array(Type.Object({ userId: Type.String(), email: Type.String() })),
      ),
    }),
  },
});

/** Whether a rule can name a group of which somebody has to approve. */
export const checkApprovalGroup = operation({
  id: 'checkApprovalGroup',
  path: '/internal/approval-groups/check',
  summary: 'Check a group of approvers',
  body: Type.Object({
    workspaceId: Type.String(),
    groupId: Type.String(),
    notSubmitter: Type.Boolean(),
  }),
  /** What is wrong with it, for a person. */
  responses: { 200: Type.Object({ fault: Nullable(Type.String()) }) },
});

/**
 * Makes a link by which somebody chooses a new password, for the operator to hand over. NOT_FOUND where
 * nobody has the address.
 */
export const makePasswordLink = operation({
  id: 'makePasswordLink',
  path: '/internal/password-links',
  summary: 'Create a password reset link',
  access: 'operator',
  body: Type.Object({ email: Email }),
  responses: { 200: Type.Object({ link: Type.String(), expiresAt: Timestamp }) },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
});
