import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { Nullable } from '../schema/nullable.ts';

/**
 * Takes one of the calls a minute that may cause a call to a model, in the name of the caller. Asked
 * by whoever finds out only in the middle of a call that a model is needed, right before it asks it.
 */
export const takeModelCall = defineOperation({
  id: 'takeModelCall',
  method: 'POST',
  path: '/internal/model-calls/take',
  owner: 'gateway',
  summary: 'One of the model calls of a caller',
  tag: 'internal',
  access: 'internal',
  responses: {
    200: Type.Object({
      /** Null where it was taken; else in how many seconds there is one. */
      retryAfterSeconds: Nullable(Type.Integer({ minimum: 1 })),
    }),
  },
  errors: ['FORBIDDEN'],
});
