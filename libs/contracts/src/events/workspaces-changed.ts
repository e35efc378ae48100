import { Type } from '@sinclair/typebox';

import { Nullable } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

/**
 * The full state of a workspace that services share, after it was created or changed; the key is `workspaceId`. A
 * reader keeps the highest version and ignores older ones. For an unknown workspace it uses `WORKSPACE_DEFAULTS`.
 */
export const workspacesChanged = defineEvent({
  topic: TOPICS.workspacesChanged,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      version: Type.Integer({ minimum: 1 }),
      /** Empty for an erased workspace. */
      name: Type.String(),
      tokensMayDecide: Type.Boolean(),
      allowDeadlineApproval: Type.Boolean(),
      queueDecisionComments: Type.Boolean(),
      /** Null keeps outputs forever. */
      retentionDays: Nullable(Type.Integer({ minimum: 1 })),
      /** Whether the workspace is being erased. It never comes back. */
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

/** The default settings of a workspace. */
export const WORKSPACE_DEFAULTS = {
  tokensMayDecide: true,
  allowDeadlineApproval: false,
  queueDecisionComments: true,
  retentionDays: null,
} as const;
