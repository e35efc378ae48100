import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { Nullable, Timestamp } from '../schema/nullable.ts';
import { Count, Page, PageQuery } from './shared.ts';

const operation = operationsOf({ owner: 'review', tag: 'Decisions' });

export const getQueue = operation({
  id: 'getQueue',
  method: 'GET',
  path: '/api/queue',
  summary: 'Get the state of the queue',
  description:
    'What waits for a decision in the whole workspace, how many other people review, and ' +
    'whether the queue grows: `cameIn` and `decided` count from `since`, the full hour before ' +
    'the last one, until now.',
  access: { role: 'viewer', scope: null },
  responses: {
    200: Type.Object({
      waiting: Count(),
      oldestAt: Nullable(
        Type.Unsafe<string>({
          ...Timestamp,
          description:
            'Since when the output at the head of the queue, ordered by timestamp, has been waiting.',
        }),
      ),
      dueSoon: Count({ description: 'How many have a deadline within the next hour.' }),
      dueUnclaimed: Count({ description: 'How many of these are unclaimed.' }),
      others: Count({ description: 'How many other people have claimed an output.' }),
      since: Timestamp,
      cameIn: Count({
        description:
          'How many outputs entered the queue, by their first result or by a flag. ' +
          'Re-evaluations do not count.',
      }),
      decided: Count({ description: 'How many waiting outputs were decided.' }),
    }),
  },
  errors: ['FORBIDDEN'],
});

export const listReviewers = operation({
  id: 'listReviewers',
  method: 'GET',
  path: '/api/queue/reviewers',
  summary: 'List active reviewers',
  description:
    'People who have claimed an output, or have decided one within the last hour. The person ' +
    'with the earliest deadline among their claimed outputs, `nextDueAt`, comes first.',
  access: { role: 'manager', scope: null },
  query: Type.Object(PageQuery),
  responses: {
    200: Page(
      Type.Object({
        email: Type.String(),
        claimed: Count(),
        nextDueAt: Nullable(Timestamp),
        decided: Count({ description: 'Decisions within the last hour.' }),
        lastDecidedAt: Nullable(Timestamp),
      }),
    ),
  },
  errors: ['FORBIDDEN'],
});

export const listGroupLoads = operation({
  id: 'listGroupLoads',
  method: 'GET',
  path: '/api/queue/groups',
  summary: 'List the outputs that wait for each group',
  description:
    'All groups, the one with the earliest deadline first. Outputs that its people have taken count too.',
  access: { role: 'manager', scope: null },
  responses: {
    200: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        people: Count({ description: 'Number of people in the group.' }),
        waiting: Count({
          description: 'Undecided outputs that are assigned to it, or come from it.',
        }),
        untaken: Count({ description: 'How many of these have not been taken.' }),
        oldestAt: Nullable(
          Type.Unsafe<string>({
            ...Timestamp,
            description: 'Since when the output that has waited longest has been waiting.',
          }),
        ),
        dueSoon: Count({ description: 'How many have a deadline within the next hour.' }),
        nextDueAt: Nullable(Timestamp),
      }),
    ),
  },
  errors: ['FORBIDDEN'],
});

export const QUEUE_OPERATIONS = [getQueue, listReviewers, listGroupLoads] as const;
