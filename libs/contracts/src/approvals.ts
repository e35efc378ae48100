import { type Static, Type } from '@sinclair/typebox';

import { Nullable, Timestamp } from './schema/nullable.ts';

/** How many people must approve. Source: the interface. */
const Needed = Type.Integer({ minimum: 2, maximum: 5 });

/** What a submission asks of whoever approves it. */
export const WantedApprovals = Type.Object(
  {
    needed: Needed,
    notSubmitter: Type.Optional(
      Type.Boolean({
        description:
          'Whether the person who created the submitting token, and the one whose email is `actorId`, ' +
          'may not approve.',
      }),
    ),
  },
  { description: 'How many people must approve, each once. Implies `requireApproval`.' },
);

/** What a rule asks for on outputs that it does not pass. */
export const RuleApprovals = Type.Object(WantedApprovals.properties, {
  description:
    'How many people must approve an output that this rule fails or errs on, each once. ' +
    'Such an output is flagged. Null for one person.',
});

/** The same between services. */
export const ApprovalDemand = Type.Object(
  { needed: Needed, notSubmitter: Type.Boolean() },
  { additionalProperties: false },
);
export type ApprovalDemand = Static<typeof ApprovalDemand>;

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
  },
  { description: 'Null where one person decides.' },
);
export type Approvals = Static<typeof Approvals>;
