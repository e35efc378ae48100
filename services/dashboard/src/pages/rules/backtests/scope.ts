import { texts as componentTexts } from '../../../components/texts.ts';
import { endOfDay, formatTime, readDay, startOfDay } from '../../../formats.ts';
import { readTime } from '../../../outputs/search-params.ts';
import { texts } from './texts.ts';

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

const NAMES: Readonly<Record<string, string>> = texts.filterNames;

/** The names of enumerated filter values. */
export const FILTER_WORDS: Readonly<
  Record<'status' | 'humanDecision', Readonly<Record<string, string>>>
> = {
  status: componentTexts.status,
  humanDecision: { ...componentTexts.decision, none: texts.start.undecided },
};

/** Describes the filters of a backtest for users. API callers may use filters that the form does not have. */
export function describeFilter(filter: string): readonly string[] {
  return [...new URLSearchParams(filter)].map(([name, value]) => {
    return `${NAMES[name] ?? name}: ${describeValue(name, value)}`;
  });
}

function describeValue(name: string, value: string): string {
  if (name === 'status' || name === 'humanDecision') return FILTER_WORDS[name][value] ?? value;
  const isTime = name === 'from' || name === 'to' || name === 'dueBefore';
  const time = isTime ? readTime(name, value) : undefined;
  return time === undefined ? value : formatTime(new Date(time));
}
