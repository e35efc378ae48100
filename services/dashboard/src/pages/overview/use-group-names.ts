import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { api, take } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { filterOfKey, type GroupName } from './output-links.ts';
import type { View } from './overview-search.ts';
import { statisticsQuery } from './statistics-queries.ts';

const { overview: words, status: statusTexts } = texts;

/**
 * What the rows of the table are called; ids of projects and tasks say nothing to people.
 *
 * @param keys of the rows.
 */
export function useGroupNames(
  { by, range }: View,
  keys: readonly (string | null)[],
): (key: string | null) => GroupName {
  const { nameOfPlace, isLoaded } = usePlaceNames(by, range);
  const isOfPlaces = by === 'project' || by === 'task';
  const unknown = keys.filter((key) => key !== null && !nameOfPlace.has(key)).join();
  useReloadedPlaces(isOfPlaces && isLoaded ? unknown : '');
  return (key) => {
    if (key === null) return { text: words.without[by], filter: null };
    if (isOfPlaces) {
      return nameOfPlace.get(key) ?? { text: words.deleted, filter: null };
    }
    return { text: textOfKey(by, key), filter: filterOfKey(by, key) };
  };
}

function textOfKey(by: 'model' | 'instructionsVersion' | 'status', key: string): string {
  if (by === 'instructionsVersion') return words.version(key);
  const statuses: Readonly<Record<string, string>> = statusTexts;
  return by === 'status' ? (statuses[key] ?? key) : key;
}

/** A project or a task that is new is in no list that was loaded before; one that is deleted, in none. */
function useReloadedPlaces(unknown: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (unknown !== '') void queryClient.invalidateQueries({ queryKey: ['projects'] });
  }, [queryClient, unknown]);
}

/** By their ids. Tasks are listed by project: those of the projects that have something to show. */
function usePlaceNames(by: View['by'], range: View['range']) {
  const { data: projects = [], isSuccess } = useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) => take(api.GET('/api/projects', { signal })),
    enabled: by === 'project' || by === 'task',
  });
  const { data: active = [] } = useQuery({
    ...statisticsQuery(range, 'range', 'project'),
    enabled: by === 'task',
  });
  const activeIds = new Set(by === 'task' ? active.map(({ key }) => key) : []);
  const shown = projects.filter(({ id }) => activeIds.has(id));
  const tasks = useQueries({
    queries: shown.map(({ id }) => ({
      queryKey: ['projects', id, 'tasks'],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        take(api.GET('/api/projects/{id}/tasks', { signal, params: { path: { id } } })),
    })),
  });
  const isLoaded = isSuccess && tasks.every((task) => task.isSuccess);
  if (by !== 'task') {
    const named = projects.map(({ id, name }): [string, GroupName] => [
      id,
      { text: name, filter: { project: name } },
    ]);
    return { nameOfPlace: new Map(named), isLoaded };
  }
  const named = shown.flatMap(({ name: project }, place) =>
    (tasks[place]?.data ?? []).map(({ id, name: task }): [string, GroupName] => [
      id,
      { text: `${project} / ${task}`, filter: { project, task } },
    ]),
  );
  return { nameOfPlace: new Map(named), isLoaded };
}
