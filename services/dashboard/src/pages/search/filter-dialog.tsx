import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { peopleQuery, rulesQuery } from '../../api/queries.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { ChoiceField, NameField, SelectField, TextField } from '../../components/field.tsx';
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

/** All filters that are not in the bar. */
export function FilterDialog({ params, onClose, onChange }: FilterDialogProps) {
  const formId = useId();
  const [before] = useState(() => draftOf(params));
  const [draft, setDraft] = useState(before);
  const field = (name: FilterName) => ({
    label: outputTexts.filters[name],
    hint: HINTS[name],
    value: draft[name] ?? '',
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: event.target.value }),
  });
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
          <FilterField key={name} name={name} field={field(name)} project={params.project} />
        ))}
      </form>
    </DialogFrame>
  );
}

interface FilterFieldProps {
  readonly name: FilterName;
  readonly field: {
    readonly label: string;
    readonly value: string;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
  readonly project: string | undefined;
}

function FilterField({ name, field, project }: FilterFieldProps): ReactNode {
  if (name === 'task') return <TaskField field={field} project={project} />;
  if (name === 'ruleId') return <RuleField field={field} />;
  if (name === 'claimedBy') return <ClaimedByField field={field} />;
  if (name in FILTER_WORDS) return <WordField {...{ name, field }} />;
  if (name === 'pending' || name === 'hasAction' || name === 'sampled') {
    return (
      <SelectField {...field}>
        <option value="">{texts.any}</option>
        <option value="true">{outputTexts.yes}</option>
        {/* The API treats `pending=false` as no filter. */}
        {name !== 'pending' && <option value="false">{outputTexts.no}</option>}
      </SelectField>
    );
  }
  if (TIMES.has(name)) return <TextField {...field} type="datetime-local" />;
  if (name === 'instructionsVersion' || name === 'ruleVersion')
    return <TextField {...field} type="number" min={1} />;
  return <TextField {...field} />;
}

/** A choice of one value. Several comma-separated values from the URL stay together as one option. */
function WordField({ name, field }: Omit<FilterFieldProps, 'project'>) {
  const ids = new Set([...Object.keys(FILTER_WORDS[name] ?? {}), field.value]);
  ids.delete('');
  const choices = [...ids].map((id) => ({ id, text: describeFilterValue(name, id) }));
  return <AnyOf {...{ field, choices }} />;
}

interface AnyOfProps extends Pick<FilterFieldProps, 'field'> {
  readonly choices: ComponentProps<typeof ChoiceField>['choices'];
}

function AnyOf({ field: { onChange, ...field }, choices }: AnyOfProps) {
  const choose = (value = ''): void => onChange({ target: { value } });
  return <ChoiceField {...{ ...field, choices }} none={texts.any} onChoose={choose} />;
}

function TaskField({ field, project }: Omit<FilterFieldProps, 'name'>) {
  const { data: tasks = [] } = useQuery({
    queryKey: ['task-names', project ?? null],
    queryFn: ({ signal }) =>
      take(api.GET('/api/logs/tasks', { signal, params: { query: project ? { project } : {} } })),
  });
  return <NameField {...field} names={tasks} />;
}

function RuleField({ field }: Pick<FilterFieldProps, 'field'>) {
  const { data: rules = [] } = useQuery(rulesQuery);
  return <AnyOf field={field} choices={rules.map(({ id, name }) => ({ id, text: name }))} />;
}

/** Viewers may not list people, so they type an email address. */
function ClaimedByField({ field }: Pick<FilterFieldProps, 'field'>) {
  const may = useMay();
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: may('listPeople') });
  return <NameField {...field} names={['me', 'none', ...people.map(({ email }) => email)]} />;
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
