import { useQuery } from '@tanstack/react-query';

import { projectsQuery, tasksQuery } from '../api/queries.ts';
import { NameField } from './field.tsx';
import { texts } from './texts.ts';

type Place = Readonly<Record<'projectName' | 'taskName', string>>;

interface PlaceFieldsProps {
  readonly place: Place;
  readonly hints?: Place;
  readonly faultOf?: (name: keyof Place) => string | undefined;
  readonly isRequired?: boolean;
  /** Without a project, there is no task. */
  readonly onChange: (change: Partial<Place>) => void;
}

const NAME_CHARACTERS_MAX = 200;

/** Project and task by name, with suggestions of existing ones. */
export function PlaceFields({ place, hints, faultOf, isRequired, onChange }: PlaceFieldsProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const id = projects.find(({ name }) => name === place.projectName)?.id;
  const { data: tasks = [] } = useQuery({ ...tasksQuery(id ?? ''), enabled: id !== undefined });
  const propsOf = (name: keyof Place, known: typeof projects | typeof tasks) => ({
    ...{ label: texts.place[name], value: place[name] },
    ...{ hint: hints?.[name], fault: faultOf?.(name) },
    required: isRequired,
    maxLength: NAME_CHARACTERS_MAX,
    names: known.map((each) => each.name),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NameField
        {...propsOf('projectName', projects)}
        onChange={({ target: { value } }) =>
          onChange({ projectName: value, ...(value === '' ? { taskName: '' } : {}) })
        }
      />
      <NameField
        {...propsOf('taskName', tasks)}
        disabled={place.projectName.trim() === ''}
        onChange={({ target }) => onChange({ taskName: target.value })}
      />
    </div>
  );
}
