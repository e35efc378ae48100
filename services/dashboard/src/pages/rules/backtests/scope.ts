import { formatTime, startOfDay } from '../../../formats.ts';
import { texts } from './texts.ts';

/** Which outputs a backtest is about, as the fields of its form have it. */
export interface Scope {
  readonly projectName: string;
  readonly taskName: string;
  readonly status: string;
  readonly humanDecision: string;
  /** Days, `YYYY-MM-DD`, in the zone of who reads; empty where there is no bound. */
  readonly from: string;
  readonly to: string;
}

export const EMPTY_SCOPE: Scope = {
  ...{ projectName: '', taskName: '', status: '', humanDecision: '', from: '', to: '' },
};

const DAY_MS = 86_400_000;

/** The query of a search. Days become the instants at which they begin and end here. */
export function filterOf({
  projectName,
  taskName,
  status,
  humanDecision,
  from,
  to,
}: Scope): string {
  const end = to === '' ? '' : new Date(startOfDay(to).getTime() + DAY_MS).toISOString();
  const filters = {
    project: projectName.trim(),
    task: projectName.trim() === '' ? '' : taskName.trim(),
    ...{ status, humanDecision },
    from: from === '' ? '' : startOfDay(from).toISOString(),
    to: end,
  };
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  return new URLSearchParams(given).toString();
}

const NAMES: Readonly<Record<string, string>> = texts.filterNames;

interface Words {
  readonly status: Readonly<Record<string, string>>;
  readonly humanDecision: Readonly<Record<string, string>>;
}

/** The filters of a backtest as a reader knows them. Whoever calls the API may use others. */
export function describeFilter(filter: string, words: Words): readonly string[] {
  return [...new URLSearchParams(filter)].map(([name, value]) => {
    return `${NAMES[name] ?? name}: ${describeValue(name, value, words)}`;
  });
}

function describeValue(name: string, value: string, words: Words): string {
  if (name === 'status' || name === 'humanDecision') return words[name][value] ?? value;
  const isTime = name === 'from' || name === 'to' || name === 'dueBefore';
  return isTime && !Number.isNaN(Date.parse(value)) ? formatTime(new Date(value)) : value;
}
