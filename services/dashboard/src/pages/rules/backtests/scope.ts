import { endOfDay, readDay, startOfDay } from '../../../formats.ts';
import { describeFilter } from '../../../outputs/filter-words.ts';

export const EMPTY_SCOPE = {
  ...{ projectName: '', taskName: '', status: '', humanDecision: '' },
  // Days as `YYYY-MM-DD`, in the user's time zone; empty without a bound.
  ...{ from: '', to: '' },
};

/** The outputs of a backtest, as form fields. */
export type Scope = Readonly<typeof EMPTY_SCOPE>;

/**
 * Builds a search query. Days become their first and last instants in the user's time zone; invalid days are left out.
 */
export function filterOf({ projectName, taskName, status, humanDecision, ...days }: Scope): string {
  const [from, to] = [readDay(days.from), readDay(days.to)];
  const filters = {
    project: projectName.trim(),
    task: projectName.trim() === '' ? '' : taskName.trim(),
    ...{ status, humanDecision },
    from: from === undefined ? '' : startOfDay(from).toISOString(),
    to: to === undefined ? '' : endOfDay(to).toISOString(),
  };
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  return new URLSearchParams(given).toString();
}

/** Describes the outputs of a backtest for users. */
export function describeScope(filter: string): readonly string[] {
  return [...new URLSearchParams(filter)].map(([name, value]) => describeFilter(name, value));
}
