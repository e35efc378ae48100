import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';

import { api, take } from '../../api/client.ts';
import { formatTime } from '../../formats/times.ts';
import { texts } from '../../texts.ts';
import type { Change } from './filter-bar.tsx';
import { type FilterName, filtersOf, type SearchParams } from './search-params.ts';

// These show in the bar what they are.
const IN_BAR: ReadonlySet<FilterName> = new Set(['q', 'project', 'status', 'humanDecision']);
const TIMES: ReadonlySet<FilterName> = new Set(['from', 'to', 'dueBefore']);

interface ActiveFiltersProps {
  readonly params: SearchParams;
  readonly onChange: Change;
}

/** What is set in the dialog of filters; each goes by its button. */
export function ActiveFilters({ params, onChange }: ActiveFiltersProps) {
  const names = filtersOf(params).filter((name) => !IN_BAR.has(name));
  const { data: rules = [] } = useQuery({
    queryKey: ['rules'],
    queryFn: ({ signal }) => take(api.GET('/api/rules', { signal })),
    enabled: params.ruleId !== undefined,
  });
  if (names.length === 0) return null;
  const textOf = (name: FilterName): string => {
    const value = params[name];
    if (name === 'ruleId') return rules.find(({ id }) => id === value)?.name ?? String(value);
    if (name === 'ruleOutcome') return texts.rules.outcomes.failed;
    if (TIMES.has(name)) return formatTime(new Date(String(value)));
    if (typeof value === 'boolean') return value ? texts.search.yes : texts.search.no;
    return String(value);
  };
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={texts.search.active}>
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => onChange({ [name]: undefined })}
            aria-label={texts.search.remove(texts.search.filters[name], textOf(name))}
            className="flex h-6 max-w-80 items-center gap-1 rounded border border-line bg-surface pr-1 pl-2 text-xs text-soft hover:text-ink"
          >
            <span className="text-faint">{texts.search.filters[name]}</span>
            <span className="truncate font-medium">{textOf(name)}</span>
            <X size={13} aria-hidden className="shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  );
}
