import { texts as componentTexts } from '../../../components/texts.ts';
import { endOfDay, formatTime, readDay, startOfDay } from '../../../formats.ts';
import { readTime } from '../../../outputs/search-params.ts';
import { texts } from './texts.ts';

export const EMPTY_SCOPE = {
  ...{ projectName: '', taskName: '', status: '', humanDecision: '' },
  // Days, `YYYY-MM-DD`, in the zone of who reads; empty where there is no bound.
  ...{ from: '', to: '' },
};

/** Which outputs a backtest is about, as the fields of its form have it. */
export type Scope = Readonly<typeof EMPTY_SCOPE>;

/** The query of a search. Days become the instants at which they begin and end here; what is none is left out. */
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

/** What the values of filters are called that are one of a few. */
export const FILTER_WORDS: Readonly<
  Record<'status' | 'humanDecision', Readonly<Record<string, string>>>
> = {
  status: componentTexts.status,
  humanDecision: { ...componentTexts.decision, none: texts.start.undecided },
};

/** The filters of a backtest as a reader knows them. Whoever calls the API may use others. */
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
