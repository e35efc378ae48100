import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { Timestamp } from '../schema/nullable.ts';
import { ErrorBodySchema, IdParams, OkBody } from './shared.ts';

const operation = operationsOf({ owner: 'review', tag: 'Decisions' });

/** The error body while another person has claimed the output. */
export const ClaimedBody = Type.Object({
  ...ErrorBodySchema.properties,
  claimedBy: Type.Optional(
    Type.String({ description: 'With `CLAIMED`: the email of the person who has claimed it.' }),
  ),
});

export const claimOutput = operation({
  id: 'claimOutput',
  method: 'POST',
  path: '/api/logs/{id}/claim',
  summary: 'Claim an output',
  description:
    'Tells everyone that you are looking at an output that waits for a decision, or at an undecided ' +
    'sample. A claim lasts five minutes; calling again renews it. While another person has it, the ' +
    'response is 409 `CLAIMED` with `claimedBy`, unless you send `takeOver`. Deciding ends a claim. ' +
    'Tokens and deadlines are not held up by claims. Claims have a limit of their own: 600 calls a minute.',
  access: { role: 'reviewer', scope: null },
  params: IdParams,
  body: Type.Object({ takeOver: Type.Optional(Type.Boolean()) }),
  responses: {
    200: Type.Object({ claimedBy: Type.String(), claimedUntil: Timestamp }),
    409: ClaimedBody,
  },
  errors: [
    'FORBIDDEN',
    'NOT_FOUND',
    'STILL_EVALUATING',
    'ALREADY_DECIDED',
    'CONFLICT',
    'CLAIMED',
    'RATE_LIMITED',
  ],
});

export const releaseOutput = operation({
  id: 'releaseOutput',
  method: 'DELETE',
  path: '/api/logs/{id}/claim',
  summary: 'Release an output that you have claimed',
  description:
    'Ends your own claim. Nothing changes if you have none, if another person has claimed the ' +
    'output, or if there is no such output.',
  access: { role: 'reviewer', scope: null },
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['FORBIDDEN', 'RATE_LIMITED'],
});

export const CLAIM_OPERATIONS = [claimOutput, releaseOutput] as const;
