import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { Nullable } from '../schema/nullable.ts';
import { INTERNAL } from './shared.ts';

/**
 * Seals one page of what a service keeps sealed anew, as far as a former key sealed it. Every service
 * that keeps secrets answers it. Whoever asks goes on with `next` until it is null; to begin again does
 * no harm.
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
