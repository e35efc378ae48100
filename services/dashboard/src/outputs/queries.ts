import { queryOptions } from '@tanstack/react-query';

import { type Answer, api, ApiFailure, take } from '../api/client.ts';
import type { operations } from '../api/schema.d.ts';

/** One output, every field. */
export type Output = Answer<'getOutput'>;
export type AppliedRule = Output['appliedRules'][number];
export type Attachment = Output['attachments'][number];
/** A page of search. */
export type Found = Answer<'searchOutputs'>;
/** One output as search shows it; `fields` leaves columns out. */
export type FoundOutput = Found['executions'][number];
export type SearchQuery = NonNullable<operations['searchOutputs']['parameters']['query']>;

/** How many outputs a search finds. */
export async function countOutputs(search: SearchQuery, signal: AbortSignal): Promise<number> {
  const query = { ...search, limit: 1, fields: 'id' };
  return (await take(api.GET('/api/logs', { params: { query }, signal }))).total;
}

/** Whether there ever was an output that is still there. */
export const anyOutputQuery = queryOptions({
  queryKey: ['outputs', 'list', 'any'],
  queryFn: async ({ signal }) => (await countOutputs({}, signal)) > 0,
});

/** Live events tell of changes of it. */
export const outputQuery = (id: string) =>
  queryOptions({
    queryKey: ['outputs', 'one', id],
    queryFn: ({ signal }) => take(api.GET('/api/logs/{id}', { params: { path: { id } }, signal })),
  });

/**
 * What has to stand in the place of what was loaded: while the service is away that stays, with all that
 * somebody types into it; what was deleted does not.
 */
export function failureInPlace({ data, error }: { data: unknown; error: Error | null }) {
  const isGone = error instanceof ApiFailure && error.status === 404;
  return data === undefined || isGone ? error : null;
}

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['outputs', 'timeline', id],
    queryFn: ({ signal }) =>
      take(api.GET('/api/logs/{id}/timeline', { params: { path: { id } }, signal })),
  });

/** The outputs of a conversation, oldest first. */
export const sessionOutputsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['outputs', 'list', 'session', sessionId],
    queryFn: ({ signal }) => {
      const fields = 'id,timestamp,status,input,excerpt';
      const query = { sessionId, sortBy: 'timestamp', sortDir: 'asc', limit: 50, fields } as const;
      return take(api.GET('/api/logs', { params: { query }, signal }));
    },
  });
