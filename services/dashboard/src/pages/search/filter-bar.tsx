import { useQuery } from '@tanstack/react-query';
import { Search, SlidersHorizontal } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import { texts } from '../../texts.ts';
import { DECISIONS, type SearchParams, STATUSES } from './search-params.ts';

export type Change = (change: { readonly [K in keyof SearchParams]?: unknown }) => void;

interface FilterBarProps {
  readonly params: SearchParams;
  readonly onChange: Change;
  readonly onMore: () => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The filters that are used all day; the others stand in a dialog. */
export function FilterBar({ params, onChange, onMore, field }: FilterBarProps) {
  const { data: projects = [] } = useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) => take(api.GET('/api/projects', { signal })),
  });
  const { project, status, humanDecision } = params;
  const names = projects.map(({ name }) => name);
  return (
    <div role="search" className="flex flex-wrap items-center gap-2">
      <WordField word={params.q ?? ''} onChange={(q) => onChange({ q })} field={field} />
      <Choice
        label={texts.search.filters.project}
        none={texts.search.anyProject}
        value={project}
        choices={project === undefined || names.includes(project) ? names : [...names, project]}
        onChange={(value) => onChange({ project: value, task: undefined })}
      />
      <Choice
        label={texts.search.filters.status}
        none={texts.search.anyStatus}
        value={status}
        choices={STATUSES}
        textOf={texts.status}
        onChange={(value) => onChange({ status: value })}
      />
      <Choice
        label={texts.search.filters.humanDecision}
        none={texts.search.anyDecision}
        value={humanDecision}
        choices={DECISIONS}
        textOf={texts.decision}
        onChange={(value) => onChange({ humanDecision: value })}
      />
      <Button icon={SlidersHorizontal} onClick={onMore}>
        {texts.search.more}
      </Button>
    </div>
  );
}

// Who types is not asked for each letter.
const TYPING_MS = 250;

interface WordFieldProps {
  readonly word: string;
  readonly onChange: (word: string | undefined) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

function WordField({ word, onChange, field }: WordFieldProps) {
  const [typed, setTyped] = useState(word);
  const [followed, setFollowed] = useState(word);
  if (followed !== word) {
    // The address changed by a link or the way back: it says what is looked for.
    setFollowed(word);
    if (typed.trim() !== word) setTyped(word);
  }
  useEffect(() => {
    if (typed.trim() === word) return;
    const timer = window.setTimeout(() => onChange(typed.trim() || undefined), TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [typed, word, onChange]);
  return (
    <div className="relative min-w-48 flex-1">
      <Search
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-2 left-2.5 text-faint"
      />
      <input
        ref={field}
        type="search"
        aria-label={texts.search.filters.q}
        placeholder={texts.search.wordHint}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="block h-8 w-full rounded-md border border-line-strong bg-raised pr-2.5 pl-8 text-sm text-ink"
      />
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  /** What stands where nothing is chosen. */
  readonly none: string;
  readonly value: T | undefined;
  readonly choices: readonly T[];
  readonly textOf?: Readonly<Record<T, string>>;
  readonly onChange: (value: string | undefined) => void;
}

function Choice<T extends string>({
  label,
  none,
  value,
  choices,
  textOf,
  onChange,
}: ChoiceProps<T>) {
  return (
    <div className="w-36">
      <SelectField
        label={label}
        isLabelHidden
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">{none}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {textOf?.[choice] ?? choice}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
