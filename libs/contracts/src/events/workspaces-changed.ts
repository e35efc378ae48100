import { Type } from '@sinclair/typebox';

import { Nullable } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

/**
 * What every service may know of a workspace, in full, after it was made or changed; the key is
 * `workspaceId`. A reader keeps the highest version and ignores older ones. Of a workspace that it
 * has heard nothing of it takes `WORKSPACE_DEFAULTS`.
 */
export const workspacesChanged = defineEvent({
  topic: TOPICS.workspacesChanged,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      version: Type.Integer({ minimum: 1 }),
      /** Blank for one that is erased. */
      name: Type.String(),
      tokensMayDecide: Type.Boolean(),
      allowDeadlineApproval: Type.Boolean(),
      queueDecisionComments: Type.Boolean(),
      /** Null: outputs are kept. */
      retentionDays: Nullable(Type.Integer({ minimum: 1 })),
      /** Whether it is being erased; it never comes back. */
      deleted: Type.Boolean(),
    },
    { additionalProperties: false },
  ),
  examples: {
    valid: {
      workspaceId: '01960000-0000-7000-8000-000000000001',
      version: 3,
      name: 'Support',
      tokensMayDecide: true,
      allowDeadlineApproval: false,
      queueDecisionComments: true,
      retentionDays: 90,
      deleted: false,
    },
    invalid: { workspaceId: 'w', version: 0, name: 'Support', deleted: 'no' },
  },
});

export type WorkspacesChanged = DataOf<typeof workspacesChanged>;

/** The settings of a workspace that nobody has changed. */
export const WORKSPACE_DEFAULTS = {
  tokensMayDecide: true,
  allowDeadlineApproval: false,
  queueDecisionComments: true,
  retentionDays: null,
} as const;
