import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, Fragment, type ReactNode, useId, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { peopleQuery, rulesQuery } from '../../api/queries.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { ChoiceField, NameField, TextField } from '../../components/field.tsx';
import { onSubmitOf } from '../../components/form.tsx';
import { toField } from '../../formats.ts';
import { describeFilterValue, FILTER_WORDS } from '../../outputs/filter-words.ts';
import type { Change } from './filter-bar.tsx';
import { type FilterName, type SearchParams, TIMES } from '../../outputs/search-params.ts';
import { texts as outputTexts } from '../../outputs/texts.ts';
import { texts } from './texts.ts';

interface FilterDialogProps {
  readonly params: SearchParams;
  readonly onClose: () => void;
  readonly onChange: Change;
}

type Draft = Partial<Record<FilterName, string>>;

const NAMES: readonly FilterName[] = [
  'task',
  'model',
  'from',
  'to',
  'pending',
  'dueBefore',
  'hasAction',
  'sampled',
  'ruleId',
  'ruleVersion',
  'ruleOutcome',
  'label',
  'labelSource',
  'tags',
  'sessionId',
  'subjectId',
  'actorId',
  'decidedBy',
  'reason',
  'claimedBy',
  'assignee',
  'flaggedBy',
  'instructionsVersion',
  'revisionOf',
];
const HINTS: Readonly<Partial<Record<FilterName, string>>> = texts.hints;
const INPUTS: Readonly<Partial<Record<FilterName, { type: string; min?: number }>>> = {
  from: { type: 'datetime-local' },
  to: { type: 'datetime-local' },
  dueBefore: { type: 'datetime-local' },
  ruleVersion: { type: 'number', min: 1 },
  instructionsVersion: { type: 'number', min: 1 },
};

/** All filters that are not in the bar. */
export function FilterDialog({ params, onClose, onChange }: FilterDialogProps) {
  const formId = useId();
  const [before] = useState(() => draftOf(params));
  const [draft, setDraft] = useState(before);
  const { data: rules = [] } = useQuery(rulesQuery);
  const suggested = useSuggested(params.project);
  const fieldOf = (name: FilterName): ReactNode => {
    const value = draft[name] ?? '';
    const field = { label: outputTexts.filters[name], hint: HINTS[name], value };
    const change = (to = ''): void => setDraft({ ...draft, [name]: to });
    const choices =
      name === 'ruleId'
        ? rules.map((rule) => ({ id: rule.id, text: rule.name }))
        : choicesOf(name, value);
    if (choices)
      return <ChoiceField {...{ ...field, choices }} none={texts.any} onChoose={change} />;
    const control = {
      ...field,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(target.value),
    };
    const names = suggested.get(name);
    if (names) return <NameField {...{ ...control, names }} />;
    return <TextField {...{ ...control, ...INPUTS[name] }} />;
  };
  return (
    <DialogFrame
      onClose={onClose}
      title={texts.more}
      size="wide"
      actions={
        <>
          <Button tone="quiet" onClick={() => setDraft({})}>
            {texts.clear}
          </Button>
          <Button tone="primary" type="submit" form={formId}>
            {texts.apply}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={onSubmitOf(() => {
          onChange(changeOf(draft, before, params));
          onClose();
        })}
      >
        {NAMES.map((name) => (
          <Fragment key={name}>{fieldOf(name)}</Fragment>
        ))}
      </form>
    </DialogFrame>
  );
}

/** The options of a choice. Several comma-separated values from the URL stay together as one option. */
function choicesOf(name: FilterName, value: string) {
  const words = FILTER_WORDS[name];
  if (!words) return null;
  // The API treats `pending=false` as no filter.
  const ids = new Set(name === 'pending' ? ['true'] : Object.keys(words)).add(value);
  ids.delete('');
  return [...ids].map((id) => ({ id, text: describeFilterValue(name, id) }));
}

/** The names that text fields suggest. */
function useSuggested(project: string | undefined): ReadonlyMap<FilterName, readonly string[]> {
  const { data: tasks = [] } = useQuery({
    queryKey: ['task-names', project ?? null],
    queryFn: ({ signal }) =>
      take(api.GET('/api/logs/tasks', { signal, params: { query: project ? { project } : {} } })),
  });
  // Viewers may not list people, so they type an email address.
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: useMay()('listPeople') });
  return new Map([
    ['task', tasks],
    ['claimedBy', ['me', 'none', ...people.map(({ email }) => email)]],
  ]);
}

function draftOf(params: SearchParams): Draft {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params[name];
      if (value === undefined) return [];
      const text = String(value);
      return [[name, TIMES.has(name) ? toField(new Date(text), 'minute') : text]];
    }),
  );
}

/** All filters of the dialog, emptied ones too. */
function changeOf(draft: Draft, before: Draft, params: SearchParams) {
  return Object.fromEntries(
    NAMES.map((name) => {
      const text = draft[name];
      if (text === undefined || text === '') return [name, undefined];
      // An unchanged time keeps its seconds, which the field does not show.
      if (text === before[name]) return [name, params[name]];
      return [name, TIMES.has(name) ? new Date(text).toISOString() : text];
    }),
  );
}
