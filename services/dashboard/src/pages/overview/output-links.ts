import type { Group, View } from './overview-search.ts';
import { intervalAt, type TimeRange } from './time-range.ts';

/** The search parameters of the outputs of a time. */
export function outputsOf({ from, to }: TimeRange) {
  return { from: from.toISOString(), to: to.toISOString() };
}

/** Of the interval that begins then; the first and the last one may reach beyond the range. */
export function outputsAt(at: string, { interval }: Pick<View, 'interval'>) {
  return outputsOf(intervalAt(new Date(at), interval));
}

const STATUSES = ['pending', 'pass', 'flagged', 'error'] as const;

/** What a row of the table is called, and what finds its outputs: null where no search tells them apart. */
export interface GroupName {
  readonly text: string;
  readonly filter: GroupFilter | null;
}

type GroupFilter =
  | { readonly project: string; readonly task?: string }
  | { readonly model: string }
  | { readonly instructionsVersion: number }
  | { readonly status: (typeof STATUSES)[number] };

/** What finds the outputs of a key of the API that is no id. */
export function filterOfKey(
  by: Exclude<Group, 'project' | 'task'>,
  key: string,
): GroupFilter | null {
  if (by === 'model') return { model: key };
  if (by === 'instructionsVersion') return { instructionsVersion: Number(key) };
  const status = STATUSES.find((each) => each === key);
  return status === undefined ? null : { status };
}
