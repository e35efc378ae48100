import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { projectsQuery, tasksQuery } from '../../api/queries.ts';
import { readOneOf } from '../../app/address.ts';
import { texts as componentTexts } from '../../components/texts.ts';
import { useReasons } from '../../decisions/reasons.tsx';
import { type SearchParams, STATUSES } from '../../outputs/search-params.ts';
import { statisticsQuery } from './queries.ts';
import type { Group, View } from './search.ts';
import { texts } from './texts.ts';

/** The name of a row, and the filter for its outputs; null if no search can select them. */
interface GroupName {
  readonly text: string;
  readonly filter: GroupFilter | null;
}

type GroupFilter = Pick<SearchParams, Group>;

/** The filter for an API key that is not an ID. */
function filterOfKey(by: Exclude<Group, 'project' | 'task'>, key: string): GroupFilter | null {
  if (by === 'instructionsVersion') return { instructionsVersion: Number(key) };
  if (by !== 'status') return { [by]: key };
  const status = readOneOf(STATUSES, key);
  return status === undefined ? null : { status };
}

/**
 * Names the rows of the table, since IDs of projects and tasks mean nothing to users.
 *
 * @param keys of the rows.
 */
export function useGroupNames(
  { by, range }: View,
  keys: readonly (string | null)[],
): (key: string | null) => GroupName {
  const { nameOfPlace, isLoaded } = usePlaceNames(by, range);
  const reasons = useReasons();
  const isOfPlaces = by === 'project' || by === 'task';
  const unknown = keys.filter((key) => key !== null && !nameOfPlace.has(key)).join();
  useReloadedPlaces(isOfPlaces && isLoaded ? unknown : '');
  return (key) => {
    if (key === null) return { text: texts.without[by], filter: null };
    if (isOfPlaces) {
      return nameOfPlace.get(key) ?? { text: isLoaded ? texts.deleted : '…', filter: null };
    }
    const reason = by === 'reason' ? reasons.find(({ id }) => id === key) : undefined;
    return { text: reason?.name ?? textOfKey(by, key), filter: filterOfKey(by, key) };
  };
}

function textOfKey(by: Exclude<Group, 'project' | 'task'>, key: string): string {
  if (by === 'instructionsVersion') return texts.version(key);
  const statuses: Readonly<Record<string, string>> = componentTexts.status;
  return by === 'status' ? (statuses[key] ?? key) : key;
}

/** Reloads the lists for unknown IDs: a project or task may be new. A deleted one is in no list. */
function useReloadedPlaces(unknown: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (unknown !== '') void queryClient.invalidateQueries({ queryKey: ['projects'] });
  }, [queryClient, unknown]);
}

/** Names by ID. Tasks are listed per project, so only projects with data are loaded. */
function usePlaceNames(by: View['by'], range: View['range']) {
  const { data: projects = [], isSuccess } = useQuery({
    ...projectsQuery,
    enabled: by === 'project' || by === 'task',
  });
  const { data: active = [], isSuccess: isActiveKnown } = useQuery({
    ...statisticsQuery(range, 'range', 'project'),
    enabled: by === 'task',
  });
  const activeIds = new Set(by === 'task' ? active.map(({ key }) => key) : []);
  const shown = projects.filter(({ id }) => activeIds.has(id));
  const tasks = useQueries({ queries: shown.map(({ id }) => tasksQuery(id)) });
  if (by !== 'task') {
    const named = projects.map(({ id, name }): [string, GroupName] => [
      id,
      { text: name, filter: { project: name } },
    ]);
    return { nameOfPlace: new Map(named), isLoaded: isSuccess };
  }
  const isLoaded = isSuccess && isActiveKnown && tasks.every((task) => task.isSuccess);
  const named = shown.flatMap(({ name: project }, place) =>
    (tasks[place]?.data ?? []).map(({ id, name: task }): [string, GroupName] => [
      id,
      { text: `${project} / ${task}`, filter: { project, task } },
    ]),
  );
  return { nameOfPlace: new Map(named), isLoaded };
}
