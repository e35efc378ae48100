import { Type } from '@sinclair/typebox';

import { Email } from '../http/shared.ts';
import { INTERNAL, operationsOf } from '../operation.ts';
import { Nullable, Timestamp } from '../schema/nullable.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'gateway' });

/**
 * Counts one model call against the caller's rate limit. Services call it right before a model call if they learn only
 * during a request that one is needed.
 */
export const takeModelCall = operation({
  id: 'takeModelCall',
  path: '/internal/model-calls/take',
  summary: 'Take one of a caller’s model calls',
  responses: {
    200: Type.Object({
      /** Null if the call is allowed; otherwise the seconds until the next one. */
      retryAfterSeconds: Nullable(Type.Integer({ minimum: 1 })),
    }),
  },
  errors: ['FORBIDDEN'],
});

/**
 * Who may approve in a workspace now, and who created the tokens that submitted these outputs. Called right before an
 * approval counts, because review's replica of roles may be stale.
 */
export const findApprovers = operation({
  id: 'findApprovers',
  path: '/internal/approvers',
  summary: 'Find who may approve outputs',
  body: Type.Object({
    workspaceId: Type.String(),
    ids: Type.Array(Type.String(), { maxItems: 1000 }),
    /** Groups of which a member must approve. */
    groupIds: Type.Optional(Type.Array(Type.String())),
  }),
  responses: {
    200: Type.Object({
      /** Reviewers and above. */
      userIds: Type.Array(Type.String()),
      /** Outputs whose token has no creator, such as the first workspace token, are left out. */
      submitters: Type.Array(Type.Object({ id: Type.String(), userId: Type.String() })),
      /** Managers and above, who stand in for groups without an approver. */
      managerIds: Type.Optional(Type.Array(Type.String())),
      /** The members of each group who may approve. Deleted groups are left out. */
      groups: Type.Optional(
        Type.Array(Type.Object({ id: Type.String(), userIds: Type.Array(Type.String()) })),
      ),
      /** The emails of all who may approve, if groups were requested: actors are identified by email. */
      emails: Type.Optional(
        Type.Array(Type.Object({ userId: Type.String(), email: Type.String() })),
      ),
    }),
  },
});

/** Whether a rule can require the approval of a group. */
export const checkApprovalGroup = operation({
  id: 'checkApprovalGroup',
  path: '/internal/approval-groups/check',
  summary: 'Check a group of approvers',
  body: Type.Object({
    workspaceId: Type.String(),
    groupId: Type.String(),
    notSubmitter: Type.Boolean(),
  }),
  /** What is wrong with the group, in a sentence. */
  responses: { 200: Type.Object({ fault: Nullable(Type.String()) }) },
});

/** Creates a link to choose a new password, for the operator to pass on. NOT_FOUND if no account has the address. */
export const makePasswordLink = operation({
  id: 'makePasswordLink',
  path: '/internal/password-links',
  summary: 'Create a password reset link',
  access: 'operator',
  body: Type.Object({ email: Email }),
  responses: { 200: Type.Object({ link: Type.String(), expiresAt: Timestamp }) },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
});
