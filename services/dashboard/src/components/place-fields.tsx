import { useQuery } from '@tanstack/react-query';

import { projectsQuery, tasksQuery } from '../api/queries.ts';
import { NameField } from './field.tsx';

interface PlaceField {
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
}

interface PlaceFieldsProps {
  readonly project: PlaceField;
  readonly task: PlaceField;
  readonly isRequired?: boolean;
  /** A place without a project has no task. */
  readonly onChange: (place: { readonly projectName?: string; readonly taskName?: string }) => void;
}

const NAME_CHARACTERS_MAX = 200;

/** A project and a task by their names, with those that are there to choose from. */
export function PlaceFields({ project, task, isRequired, onChange }: PlaceFieldsProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const id = projects.find(({ name }) => name === project.value)?.id;
  const { data: tasks = [] } = useQuery({ ...tasksQuery(id ?? ''), enabled: id !== undefined });
  const propsOf = (field: PlaceField, known: typeof projects | typeof tasks) => ({
    ...field,
    required: isRequired,
    maxLength: NAME_CHARACTERS_MAX,
    names: known.map(({ name }) => name),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NameField
        {...propsOf(project, projects)}
        onChange={({ target: { value } }) =>
          onChange({ projectName: value, ...(value === '' ? { taskName: '' } : {}) })
        }
      />
      <NameField
        {...propsOf(task, tasks)}
        disabled={project.value.trim() === ''}
        onChange={({ target }) => onChange({ taskName: target.value })}
      />
    </div>
  );
}
