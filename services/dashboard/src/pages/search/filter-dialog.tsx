import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { texts } from '../../texts.ts';
import type { Change } from './filter-bar.tsx';
import { toLocal, toUtc } from './local-time.ts';
import type { FilterName, SearchParams } from './search-params.ts';

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
  'ruleId',
  'ruleOutcome',
  'tags',
  'sessionId',
  'subjectId',
  'actorId',
  'decidedBy',
  'flaggedBy',
  'instructionsVersion',
  'revisionOf',
];
const TIMES: ReadonlySet<FilterName> = new Set(['from', 'to', 'dueBefore']);
const HINTS: Readonly<Partial<Record<FilterName, string>>> = texts.search.hints;

/** All that outputs can be looked for by, beside what stands in the bar. */
export function FilterDialog({ params, onClose, onChange }: FilterDialogProps) {
  const formId = useId();
  const [draft, setDraft] = useState<Draft>(() => draftOf(params));
  const field = (name: FilterName) => ({
    label: texts.search.filters[name],
    ...(HINTS[name] === undefined ? {} : { hint: HINTS[name] }),
    value: draft[name] ?? '',
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: event.target.value }),
  });
  return (
    <DialogFrame
      isOpen
      onClose={onClose}
      title={texts.search.more}
      size="wide"
      actions={
        <>
          <Button tone="quiet" onClick={() => setDraft({})}>
            {texts.search.clear}
          </Button>
          <Button tone="primary" type="submit" form={formId}>
            {texts.search.apply}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(changeOf(draft));
          onClose();
        }}
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
  if (name === 'ruleOutcome') {
    return (
      <SelectField {...field}>
        <option value="">{texts.search.any}</option>
        <option value="failed">{texts.rules.outcomes.failed}</option>
      </SelectField>
    );
  }
  if (name === 'pending' || name === 'hasAction') {
    return (
      <SelectField {...field}>
        <option value="">{texts.search.any}</option>
        <option value="true">{texts.search.yes}</option>
        {/* The API takes `pending=false` for no filter. */}
        {name === 'hasAction' && <option value="false">{texts.search.no}</option>}
      </SelectField>
    );
  }
  if (TIMES.has(name)) return <TextField {...field} type="datetime-local" />;
  if (name === 'instructionsVersion') return <TextField {...field} type="number" min={1} />;
  return <TextField {...field} />;
}

function TaskField({ field, project }: Omit<FilterFieldProps, 'name'>) {
  const listId = useId();
  const { data: tasks = [] } = useQuery({
    queryKey: ['task-names', project ?? null],
    queryFn: ({ signal }) =>
      take(api.GET('/api/logs/tasks', { signal, params: { query: project ? { project } : {} } })),
  });
  return (
    <>
      <TextField {...field} list={listId} />
      <datalist id={listId}>
        {tasks.map((task) => (
          <option key={task} value={task} />
        ))}
      </datalist>
    </>
  );
}

function RuleField({ field }: Pick<FilterFieldProps, 'field'>) {
  const { data: rules = [] } = useQuery({
    queryKey: ['rules'],
    queryFn: ({ signal }) => take(api.GET('/api/rules', { signal })),
  });
  const isKnown = field.value === '' || rules.some(({ id }) => id === field.value);
  return (
    <SelectField {...field}>
      <option value="">{texts.search.any}</option>
      {!isKnown && <option value={field.value}>{field.value}</option>}
      {rules.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function draftOf(params: SearchParams): Draft {
  const entries = NAMES.map((name) => {
    const value = params[name];
    return [name, value !== undefined && TIMES.has(name) ? toLocal(String(value)) : value];
  });
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ) as Draft;
}

/** Every filter of the dialog, also those that were emptied. */
function changeOf(draft: Draft) {
  return Object.fromEntries(
    NAMES.map((name) => {
      const text = draft[name];
      if (text === undefined || text === '') return [name, undefined];
      return [name, TIMES.has(name) ? toUtc(text) : text];
    }),
  );
}
