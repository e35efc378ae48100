import { queryOptions } from '@tanstack/react-query';

import { type Answer, api, take } from './client.ts';

/** Whether anyone may create an account without an invitation. */
export const signUpQuery = queryOptions({
  queryKey: ['sign-up'],
  queryFn: ({ signal }) => take(api.GET('/api/auth/sign-up', { signal })),
  staleTime: Infinity,
});

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => take(api.GET('/api/settings', { signal })),
});

export type QueueState = Answer<'getQueue'>;

/** The state of the queue, which changes without user action. */
export const queueStateQuery = queryOptions({
  queryKey: ['queue', 'state'],
  queryFn: ({ signal }) => take(api.GET('/api/queue', { signal })),
});

export const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: ({ signal }) => take(api.GET('/api/rules', { signal })),
});

/** The people in the workspace, for reviewers and above. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => take(api.GET('/api/people', { signal })),
});

/** The groups of the workspace, for reviewers and above. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => take(api.GET('/api/groups', { signal })),
});

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => take(api.GET('/api/projects', { signal })),
});

/** The start of the keys of all notes for instructions. Live events refetch them. */
export const NOTES_KEY = ['instructions', 'notes'] as const;

export const tasksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'tasks'],
    queryFn: ({ signal }) =>
      take(api.GET('/api/projects/{id}/tasks', { signal, params: { path: { id: projectId } } })),
  });
