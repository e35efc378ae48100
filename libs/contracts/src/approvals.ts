import { type Static, Type } from '@sinclair/typebox';

import { Nullable, Timestamp } from './schema/nullable.ts';

/** How many people must approve. Source: the interface. */
const Needed = Type.Integer({ minimum: 2, maximum: 5 });

const Group = Type.String({
  description:
    'At least one of them must be a member of this group. The group needs a member who may approve.',
});
const NotSubmitter = Type.Boolean({
  description:
    'Whether the person who created the submitting token, and the one whose email is `actorId`, ' +
    'may not approve.',
});

/** The approvals that a submission requires. */
export const WantedApprovals = Type.Object(
  {
    needed: Needed,
    groupId: Type.Optional(Group),
    notSubmitter: Type.Optional(NotSubmitter),
  },
  { description: 'How many people must approve, each once. Implies `requireApproval`.' },
);

const OF_RULE = {
  description:
    'How many people must approve an output that this rule fails or errs on, each once. ' +
    'Such an output is flagged. Null for one person.',
};

/** The approvals that a rule requires for outputs that it does not pass. */
export const RuleApprovals = Type.Object(WantedApprovals.properties, OF_RULE);

/** The same in responses. */
export const StoredRuleApprovals = Type.Object(
  { needed: Needed, groupId: Nullable(Group), notSubmitter: NotSubmitter },
  OF_RULE,
);

/** The same between services. */
export const ApprovalDemand = Type.Object(
  {
    needed: Needed,
    notSubmitter: Type.Boolean(),
    /** Groups of which a member must approve; absent if there are none. */
    groupIds: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);
export type ApprovalDemand = Static<typeof ApprovalDemand>;

/** The approvals that a request requires, as parsed; null if none. */
export type ApprovalsRequest = {
  readonly needed: number;
  readonly groupId?: string | undefined;
  readonly notSubmitter?: boolean | undefined;
} | null;

/** Converts the approvals of submissions and rules to the form for other services. @returns null if none are required. */
export function demandOf(approvals: ApprovalsRequest | undefined): ApprovalDemand | null {
  if (!approvals) return null;
  const { needed, groupId, notSubmitter = false } = approvals;
  return { needed, notSubmitter, ...(groupId !== undefined && { groupIds: [groupId] }) };
}

/** Why a person may not approve an output that needs several approvals. */
export const APPROVAL_BARS = ['approved', 'submitter', 'group'] as const;
export type ApprovalBar = (typeof APPROVAL_BARS)[number];

/** The approvals that an output needs and has. */
export const Approvals = Type.Object(
  {
    needed: Needed,
    given: Type.Array(
      Type.Object({
        by: Nullable(
          Type.String({
            description: 'An email; null for others while `blindApprovals` hides who approved.',
          }),
        ),
        at: Timestamp,
      }),
    ),
    groups: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          isGiven: Type.Boolean({
            description:
              'Whether a member of the group, or a person who stands in for it, has approved.',
          }),
        }),
        { description: 'Groups of which a member must approve. Left out if there are none.' },
      ),
    ),
  },
  { description: 'Null if one person decides.' },
);
export type Approvals = Static<typeof Approvals>;
