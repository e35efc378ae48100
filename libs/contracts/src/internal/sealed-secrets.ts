import { Type } from '@sinclair/typebox';

import { defineOperation, INTERNAL } from '../operation.ts';
import { Nullable } from '../schema/nullable.ts';

/**
 * Encrypts one page of a service's secrets again with the current key, if an earlier key encrypted them. Every service
 * with secrets has this operation. The caller continues with `next` until it is null. Starting again is harmless.
 */
export const resealSecrets = defineOperation({
  ...INTERNAL,
  id: 'resealSecrets',
  path: '/internal/sealed-secrets/reseal',
  owner: 'evaluator',
  summary: 'Re-encrypt secrets with the current key',
  access: 'operator',
  body: Type.Object({ after: Type.Optional(Type.String()) }),
  responses: {
    200: Type.Object({
      what: Type.String({ description: 'What kind of secrets this page has.' }),
      resealed: Type.Integer({ minimum: 0 }),
      unreadable: Type.Integer({ minimum: 0, description: 'Encrypted with an unknown key.' }),
      next: Nullable(Type.String()),
    }),
  },
  errors: ['VALIDATION_FAILED'],
});
