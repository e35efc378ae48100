import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { DocumentNames } from './instructions.ts';

export const getInstructionsResults = defineOperation({
  id: 'getInstructionsResults',
  method: 'GET',
  path: '/api/instructions/results',
  owner: 'review',
  summary: 'How outputs fared, by the version that they ran under',
  description:
    'Versions that outputs ran under, newest first; versions without outputs, and names that lead ' +
    'nowhere, have no results.',
  tag: 'Instructions',
  access: { role: 'viewer', scope: 'read' },
  query: Type.Object(DocumentNames),
  responses: {
    200: Type.Array(
      Type.Object({
        version: Type.Integer({ minimum: 1 }),
        runs: Type.Integer({ description: 'All outputs, evaluated or not.' }),
        flagged: Type.Integer({ description: 'Those whose status is flagged.' }),
        decided: Type.Integer({ description: 'Those that a person has decided, or a deadline.' }),
        successRate: Type.Number({
          description: 'pass / (pass + flagged + error), as in search; 0 when none is evaluated.',
        }),
      }),
    ),
  },
  errors: ['VALIDATION_FAILED'],
});
