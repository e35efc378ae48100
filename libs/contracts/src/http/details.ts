import { Type } from '@sinclair/typebox';

import { lookUpRuleVersions } from '../internal/evaluation.ts';
import { findApprovers } from '../internal/gateway.ts';
import { defineOperation } from '../operation.ts';
import { OneOf } from '../schema/nullable.ts';
import { OutputDetail } from './logs.ts';
import { IdParams, Tags } from './shared.ts';

/** Source: the interface's limits of the same fields of a submission. */
const Label = Type.String({ minLength: 1, maxLength: 200 });
const Metadata = Type.Record(Type.String(), Type.Unknown(), {
  'x-maxJsonBytes': 65_536,
  'x-maxDepth': 8,
  'x-finite': true,
});

export const editDetails = defineOperation({
  id: 'editDetails',
  method: 'PATCH',
  path: '/api/logs/{id}',
  owner: 'review',
  summary: 'Edit the details of an output',
  description:
    'Send at least one field. The output itself, its verdict and its decision do not change.\n\n' +
    'An output whose submission could not be read cannot be edited until that is replayed: 409 ' +
    '`CONFLICT`.',
  tag: 'Outputs',
  access: { role: 'reviewer', scope: 'decide' },
  onward: [lookUpRuleVersions, findApprovers],
  params: IdParams,
  body: Type.Object({
    metadata: Type.Optional(Metadata),
    metadataJson: Type.Optional(Metadata),
    metadataMode: Type.Optional(OneOf(['merge', 'replace'])),
    metadataRemove: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
    attachments: Type.Optional(
      Type.Array(
        Type.Object({
          key: Type.String({ minLength: 1 }),
          label: Type.Optional(Type.String({ maxLength: 200, 'x-keepBlank': true })),
        }),
        { maxItems: 40 },
      ),
    ),
    sessionId: Type.Optional(Label),
    subjectId: Type.Optional(Label),
    actorId: Type.Optional(Label),
    tags: Type.Optional(Tags),
  }),
  responses: { 200: OutputDetail },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const DETAIL_OPERATIONS = [editDetails] as const;
