import { Type } from '@sinclair/typebox';

import { FileData } from '../file.ts';
import { Nullable, Timestamp } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';
import { contentExample } from './examples.ts';
import { JudgedContent } from './outputs-submitted.ts';

/** Review requests a run: a new one, or a retry of one that has been pending for too long. */
export const outputsReevaluationRequested = defineEvent({
  topic: TOPICS.outputsReevaluationRequested,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      id: Type.String(),
      run: Type.Integer({ minimum: 1 }),
      requestedAt: Timestamp,
      projectId: Type.String(),
      taskId: Nullable(Type.String()),
      content: JudgedContent,
      /** The files of the output; absent in events of releases without files. */
      attachments: Type.Optional(Type.Array(FileData)),
    },
    { additionalProperties: false },
  ),
  examples: {
    valid: {
      workspaceId: '01960000-0000-7000-8000-000000000001',
      id: '01960000-0000-7000-8000-0000000000aa',
      run: 2,
      requestedAt: '2026-01-02T03:04:05.700Z',
      projectId: '01960000-0000-7000-8000-0000000000b1',
      taskId: null,
      content: contentExample,
    },
    invalid: { workspaceId: 'w', id: 'o', run: 2 },
  },
});

export type OutputsReevaluationRequested = DataOf<typeof outputsReevaluationRequested>;
