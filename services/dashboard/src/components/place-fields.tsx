import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { api, take } from '../api/client.ts';
import { TextField } from './field.tsx';

interface NameField {
  readonly label: string;
  readonly value: string;
  readonly isRequired: boolean;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
}

interface PlaceFieldsProps {
  readonly project: NameField;
  readonly task: NameField;
  /** A place without a project has no task. */
  readonly onChange: (place: { readonly projectName?: string; readonly taskName?: string }) => void;
}

/** A project and a task by their names, with those that are there to choose from. */
export function PlaceFields({ project, task, onChange }: PlaceFieldsProps) {
  const { data: projects = [] } = useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) => take(api.GET('/api/projects', { signal })),
  });
  const id = projects.find(({ name }) => name === project.value)?.id;
  const { data: tasks = [] } = useQuery({
    queryKey: ['projects', id, 'tasks'],
    queryFn: ({ signal }) =>
      take(api.GET('/api/projects/{id}/tasks', { signal, params: { path: { id: id ?? '' } } })),
    enabled: id !== undefined,
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PlaceField
        {...project}
        names={projects}
        onChange={(projectName) =>
          onChange({ projectName, ...(projectName === '' ? { taskName: '' } : {}) })
        }
      />
      <PlaceField
        {...task}
        isDisabled={project.value.trim() === ''}
        names={tasks}
        onChange={(taskName) => onChange({ taskName })}
      />
    </div>
  );
}

interface PlaceFieldProps extends NameField {
  readonly isDisabled?: boolean;
  readonly names: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (name: string) => void;
}

function PlaceField(props: PlaceFieldProps) {
  const { label, value, isRequired, isDisabled = false, hint, fault, names, onChange } = props;
  const listId = useId();
  return (
    <>
      <TextField
        {...{ label, value, hint, fault }}
        required={isRequired}
        disabled={isDisabled}
        maxLength={200}
        list={listId}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {names.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}
