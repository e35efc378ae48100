import { queryOptions } from '@tanstack/react-query';

import { type Answer, api, ApiFailure, take } from '../api/client.ts';
import type { operations } from '../api/schema.d.ts';

/** An output with all its fields. */
export type Output = Answer<'getOutput'>;
export type AppliedRule = Output['appliedRules'][number];
export type Attachment = Output['attachments'][number];
/** A page of search results. */
export type Found = Answer<'searchOutputs'>;
/** An output in search results; `fields` leaves out columns. */
export type FoundOutput = Found['executions'][number];
export type SearchQuery = NonNullable<operations['searchOutputs']['parameters']['query']>;

/** The number of outputs that a search finds. */
export async function countOutputs(search: SearchQuery, signal: AbortSignal): Promise<number> {
  const query = { ...search, limit: 1, fields: 'id' };
  return (await take(api.GET('/api/logs', { params: { query }, signal }))).total;
}

/** Whether the workspace has any output, apart from deleted ones. */
export const anyOutputQuery = queryOptions({
  queryKey: ['outputs', 'list', 'any'],
  queryFn: async ({ signal }) => (await countOutputs({}, signal)) > 0,
});

/** Live events keep it up to date. */
export const outputQuery = (id: string) =>
  queryOptions({
    queryKey: ['outputs', 'one', id],
    queryFn: ({ signal }) => take(api.GET('/api/logs/{id}', { params: { path: { id } }, signal })),
  });

/**
 * The error to show instead of loaded data. While the service is unreachable, the data stays, with all that the user
 * types. Data that was deleted does not stay.
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

/** The outputs of a session, oldest first. */
export const sessionOutputsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['outputs', 'list', 'session', sessionId],
    queryFn: ({ signal }) => {
      const fields = 'id,timestamp,status,input,excerpt';
      const query = { sessionId, sortBy: 'timestamp', sortDir: 'asc', limit: 50, fields } as const;
      return take(api.GET('/api/logs', { params: { query }, signal }));
    },
  });
