import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal, X } from 'lucide-react';
import type { ComponentProps, RefObject } from 'react';

import { projectsQuery, rulesQuery } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { ChoiceField, TextField } from '../../components/field.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { useTypedWord } from '../../components/typed-word.ts';
import { describeFilterValue } from '../../outputs/filter-words.ts';
import {
  DECISIONS,
  type FilterName,
  type SearchParams,
  STATUSES,
} from '../../outputs/search-params.ts';
import { texts as outputTexts } from '../../outputs/texts.ts';
import { texts } from './texts.ts';

type Changed = { readonly [K in keyof SearchParams]?: unknown };
/**
 * Changes the search params. A change that depends on them gets them from the URL, since the rendered ones may be
 * older.
 */
export type Change = (change: Changed | ((before: SearchParams) => Changed)) => void;

interface FilterBarProps {
  readonly params: SearchParams;
  readonly onChange: Change;
  readonly onMore: () => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

const DECISION_TEXTS = { ...componentTexts.decision, none: outputTexts.undecided };

/** The most used filters; the others are in a dialog. */
export function FilterBar({ params, onChange, onMore, field }: FilterBarProps) {
  const projects = useQuery(projectsQuery);
  const { q = '', project, status, humanDecision } = params;
  const [typed, setTyped] = useTypedWord(q, (word) => onChange({ q: word || undefined }));
  return (
    <div role="search" className="flex flex-wrap items-center gap-2">
      <div className="min-w-48 flex-1">
        <TextField
          ref={field}
          type="search"
          label={outputTexts.filters.q}
          isLabelHidden
          placeholder={texts.wordHint}
          maxLength={200}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Choice
        label={outputTexts.filters.project}
        none={texts.anyProject}
        value={project}
        choices={projects.data?.map(({ name }) => ({ id: name, text: name })) ?? []}
        query={projects}
        onChoose={(chosen) => onChange({ project: chosen, task: undefined })}
      />
      <Choice
        label={outputTexts.filters.status}
        none={texts.anyStatus}
        value={status}
        choices={STATUSES.map((id) => ({ id, text: componentTexts.status[id] }))}
        onChoose={(chosen) => onChange({ status: chosen })}
      />
      <Choice
        label={outputTexts.filters.humanDecision}
        none={texts.anyDecision}
        value={humanDecision}
        choices={DECISIONS.map((id) => ({ id, text: DECISION_TEXTS[id] }))}
        onChoose={(chosen) => onChange({ humanDecision: chosen })}
      />
      <Button icon={SlidersHorizontal} onClick={onMore}>
        {texts.more}
      </Button>
    </div>
  );
}

function Choice(props: ComponentProps<typeof ChoiceField>) {
  return (
    <div className="w-36">
      <ChoiceField {...props} isLabelHidden />
    </div>
  );
}

// The bar shows the values of these.
const IN_BAR: ReadonlySet<FilterName> = new Set(['q', 'project', 'status', 'humanDecision']);
// In the order of the texts.
const FILTER_NAMES = Object.keys(outputTexts.filters) as readonly FilterName[];

/** Whether any filter is set. */
export const isNarrowed = (params: SearchParams): boolean =>
  FILTER_NAMES.some((name) => params[name] !== undefined);

interface ActiveFiltersProps {
  readonly params: SearchParams;
  readonly onChange: Change;
}

/** The filters set in the dialog, each with a button to remove it. */
export function ActiveFilters({ params, onChange }: ActiveFiltersProps) {
  const names = FILTER_NAMES.filter((name) => params[name] !== undefined && !IN_BAR.has(name));
  const { data: rules = [] } = useQuery({ ...rulesQuery, enabled: params.ruleId !== undefined });
  if (names.length === 0) return null;
  const textOf = (name: FilterName): string => {
    const value = String(params[name]);
    if (name === 'ruleId') return rules.find(({ id }) => id === value)?.name ?? value;
    return describeFilterValue(name, value);
  };
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={texts.active}>
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => onChange({ [name]: undefined })}
            aria-label={texts.remove(outputTexts.filters[name], textOf(name))}
            className="flex h-6 max-w-80 items-center gap-1 rounded border border-line bg-surface pr-1 pl-2 text-xs text-soft hover:text-ink"
          >
            <span className="text-faint">{outputTexts.filters[name]}</span>
            <span className="truncate font-medium">{textOf(name)}</span>
            <X size="0.8125rem" aria-hidden className="shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  );
}
