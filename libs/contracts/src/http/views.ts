import { Type } from '@sinclair/typebox';

import { lookUpRuleVersions } from '../internal/evaluation.ts';
import { operationsOf } from '../operation.ts';
import { Clearable, Nullable, OneOf, PATCH, Timestamp } from '../schema/nullable.ts';
import { searchOutputs } from './search.ts';
import { Count, IdParams, OkBody } from './shared.ts';

const operation = operationsOf({ owner: 'review', tag: 'Views' });
const PAGES = ['queue', 'outputs'] as const;
export type ViewPage = (typeof PAGES)[number];

/** A menu shows no larger counts, so counting stops there. */
export const VIEW_COUNT_MAX = 100;

const { project, q } = searchOutputs.query.properties;

/** The allowed query of a view, by page. */
export const VIEW_QUERIES = {
  outputs: Type.Omit(searchOutputs.query, ['page', 'limit', 'cursor', 'fields']),
  queue: Type.Object({
    project,
    q,
    lane: Type.Optional(OneOf(['mine', 'samples'])),
    due: Type.Optional(OneOf(['soon'])),
    order: Type.Optional(OneOf(['deadline'])),
  }),
} as const;

const Name = Type.String({ minLength: 1, maxLength: 60, 'x-trim': true });
const Query = Type.String({
  maxLength: 4_000,
  description:
    'URL query of the page. `outputs`: the filters of `GET /api/logs`, `sortBy` and `sortDir`. `queue`: ' +
    '`project`, `q`, `lane=mine|samples`, `due=soon` and `order=deadline`. Empty: everything.',
});
const Columns = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
  maxItems: 40,
  description: 'Columns of the table, as in `fields` of `GET /api/logs`. Not used by the queue.',
});

const View = Type.Object({
  id: Type.String(),
  name: Type.String(),
  page: OneOf(PAGES),
  query: Type.String(),
  columns: Nullable(Type.Array(Type.String())),
  isShared: Type.Boolean(),
  ownerId: Type.String({
    description: 'User ID of the person who created it, or who stopped sharing it.',
  }),
  faults: Type.Record(Type.String(), Type.String(), {
    description:
      'What is wrong with the query, by filter: it no longer exists, or it names something that ' +
      'was deleted. To open the view, leave these filters out; to fix it, save it without them.',
  }),
  count: Nullable(
    Count({
      description:
        `How many outputs the view shows, counted up to ${VIEW_COUNT_MAX}. Null without \`counts=true\`, ` +
        'with faults, and if counting would take too long.',
    }),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const listViews = operation({
  id: 'listViews',
  method: 'GET',
  path: '/api/views',
  summary: 'List your own and the shared views',
  description:
    'A view is a saved query of the queue or of the page of outputs. Shared views come first, sorted by name.',
  access: { role: 'viewer', scope: null },
  onward: [lookUpRuleVersions],
  query: Type.Object({ counts: Type.Optional(Type.Boolean()) }),
  responses: { 200: Type.Array(View) },
  errors: ['FORBIDDEN'],
});

export const createView = operation({
  id: 'createView',
  method: 'POST',
  path: '/api/views',
  summary: 'Save a view',
  description:
    'Managers can share it with the workspace. A person can have 100 views and a workspace can share 100; ' +
    'beyond that, or if you already have a view with that name for the page, the response is 409.',
  access: { role: 'reviewer', scope: null },
  body: Type.Object({
    name: Name,
    page: OneOf(PAGES),
    query: Type.Optional(Query),
    columns: Type.Optional(Columns),
    isShared: Type.Optional(Type.Boolean()),
  }),
  responses: { 201: View },
  errors: ['FORBIDDEN', 'CONFLICT'],
});

export const updateView = operation({
  id: 'updateView',
  method: 'PATCH',
  path: '/api/views/{id}',
  summary: 'Change a view',
  description:
    'You can change your own views and, as a manager, shared ones. A manager who stops sharing a ' +
    'view becomes its owner.',
  access: { role: 'reviewer', scope: null },
  params: IdParams,
  body: Type.Object(
    {
      name: Type.Optional(Name),
      query: Type.Optional(Clearable(Query)),
      columns: Type.Optional(Clearable(Columns)),
      isShared: Type.Optional(Type.Boolean()),
    },
    PATCH,
  ),
  responses: { 200: View },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const deleteView = operation({
  id: 'deleteView',
  method: 'DELETE',
  path: '/api/views/{id}',
  summary: 'Delete a view',
  description: 'You can delete your own views and, as a manager, shared ones.',
  access: { role: 'reviewer', scope: null },
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

export const VIEW_OPERATIONS = [listViews, createView, updateView, deleteView] as const;
