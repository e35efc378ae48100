import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { type Answer, api, ApiFailure, take } from '../../api/client.ts';
import { NOTES_KEY } from '../../api/queries.ts';
import type { DocumentNames } from './search.ts';

export type ListedDocument = Answer<'listInstructions'>[number];
export type CurrentText = Answer<'getCurrentInstructions'>;
export type Version = Answer<'listInstructionsVersions'>[number];
export type VersionResults = Answer<'getInstructionsResults'>[number];
export type Note = Answer<'listFeedback'>[number];
export type Suggestion = Answer<'listSuggestions'>[number];

/** The props of the sections of a document page. */
export interface DocumentProps {
  readonly names: DocumentNames;
  readonly current: CurrentText;
}

// Live events reload notes too, but a comment may become a note only after that.
const NOTES_EVERY_MS = 15_000;
const DRAFT_EVERY_MS = 1_500;

export const documentsQuery = queryOptions({
  queryKey: ['instructions', 'list'],
  queryFn: ({ signal }) => take(api.GET('/api/instructions', { signal })),
});

/** Null without a version. */
export const currentTextQuery = (names: DocumentNames) =>
  queryOptions({
    queryKey: ['instructions', 'current', names],
    queryFn: async ({ signal }): Promise<CurrentText | null> => {
      try {
        return await take(
          api.GET('/api/instructions/current', { signal, params: { query: names } }),
        );
      } catch (error) {
        if (error instanceof ApiFailure && error.code === 'NO_INSTRUCTIONS') return null;
        throw error;
      }
    },
  });

export const versionsQuery = (names: DocumentNames) =>
  queryOptions({
    queryKey: ['instructions', 'versions', names],
    queryFn: ({ signal }) =>
      take(api.GET('/api/instructions/versions', { signal, params: { query: names } })),
  });

/** The text of a version, which never changes; version 0 is the text before the first version. */
export const versionTextQuery = (names: DocumentNames, version: number) =>
  queryOptions({
    queryKey: ['instructions-text', names, version],
    queryFn: async ({ signal }) => {
      if (version === 0) return '';
      const params = { path: { n: version }, query: names };
      const { content } = await take(api.GET('/api/instructions/versions/{n}', { signal, params }));
      return content;
    },
    staleTime: Infinity,
  });

/** Live output events keep it up to date. */
export const resultsQuery = (names: DocumentNames) =>
  queryOptions({
    queryKey: ['outputs', 'instructions-results', names],
    queryFn: ({ signal }) =>
      take(api.GET('/api/instructions/results', { signal, params: { query: names } })),
  });

export const notesQuery = (names: DocumentNames) =>
  queryOptions({
    queryKey: [...NOTES_KEY, names],
    queryFn: ({ signal }) =>
      take(api.GET('/api/instructions/feedback', { signal, params: { query: names } })),
    refetchInterval: NOTES_EVERY_MS,
  });

export const suggestionsQuery = (names: DocumentNames) =>
  queryOptions({
    queryKey: ['instructions', 'suggestions', names],
    queryFn: ({ signal }) =>
      take(api.GET('/api/instructions/suggestions', { signal, params: { query: names } })),
    // Poll only while a suggestion is being drafted.
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === 'drafting') === true ? DRAFT_EVERY_MS : false,
  });

/** Shows a saved version, and reloads the data that it changed. */
export function useShowSaved(names: DocumentNames): (saved: CurrentText) => Promise<void> {
  const queryClient = useQueryClient();
  return (saved) => {
    queryClient.setQueryData(currentTextQuery(names).queryKey, saved);
    return queryClient.invalidateQueries({ queryKey: ['instructions'] });
  };
}

/** Reloads all data about instructions. */
export function useRefreshInstructions(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['instructions'] });
}
