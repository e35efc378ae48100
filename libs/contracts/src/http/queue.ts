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
    'What waits for a decision in the whole workspace, who else is at it, and whether it grows: `cameIn` ' +
    'and `decided` count since the full hour before the last one, `since`, up to now.',
  access: { role: 'viewer', scope: null },
  responses: {
    200: Type.Object({
      waiting: Count(),
      oldestAt: Nullable(
        Type.Unsafe<string>({
          ...Timestamp,
          description: 'Since when the output at the head of the queue, by its timestamp, waits.',
        }),
      ),
      dueSoon: Count({ description: 'How many have a deadline within the next hour.' }),
      dueUnclaimed: Count({ description: 'How many of these nobody has claimed.' }),
      others: Count({ description: 'How many other people have claimed an output.' }),
      since: Timestamp,
      cameIn: Count({
        description:
          'How many outputs came to wait, by their first result or by a flag. What is evaluated again does not count.',
      }),
      decided: Count({ description: 'How many outputs that waited were decided.' }),
    }),
  },
  errors: ['FORBIDDEN'],
});

export const listReviewers = operation({
  id: 'listReviewers',
  method: 'GET',
  path: '/api/queue/reviewers',
  summary: 'List who reviews',
  description:
    'Everyone who has claimed an output, or has decided one within the last hour; whoever has claimed ' +
    'what is due first comes first. `nextDueAt` is the first deadline among the claimed outputs.',
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
  summary: 'List what waits for each group',
  description:
    'Every group, whichever has what is due first at the head. What its people have taken counts too.',
  access: { role: 'manager', scope: null },
  responses: {
    200: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        people: Count({ description: 'How many are in it.' }),
        waiting: Count({
          description: 'Undecided outputs that are assigned to it, or come from it.',
        }),
        untaken: Count({ description: 'How many of these nobody has taken.' }),
        oldestAt: Nullable(
          Type.Unsafe<string>({
            ...Timestamp,
            description: 'Since when the one that waits longest does.',
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
