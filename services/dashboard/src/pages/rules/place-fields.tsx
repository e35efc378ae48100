import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { api, take } from '../../api/client.ts';
import { TextField } from '../../components/field.tsx';
import { texts } from '../../texts.ts';
import type { RuleDraft } from './rule-draft.ts';

interface PlaceFieldsProps {
  readonly draft: RuleDraft;
  readonly faultOf: (field: string) => string | undefined;
  /** A rule of a project stays one: the API widens none. */
  readonly isBound: boolean;
  readonly onChange: (change: Partial<RuleDraft>) => void;
}

/** Which outputs a rule is for: all, those of a project, or those of a task. */
export function PlaceFields({ draft, faultOf, isBound, onChange }: PlaceFieldsProps) {
  const [projectsId, tasksId] = [useId(), useId()];
  const { data: projects = [] } = useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) => take(api.GET('/api/projects', { signal })),
  });
  const project = projects.find(({ name }) => name === draft.projectName);
  const { data: tasks = [] } = useQuery({
    queryKey: ['projects', project?.id, 'tasks'],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/projects/{id}/tasks', {
          signal,
          params: { path: { id: project?.id ?? '' } },
        }),
      ),
    enabled: project !== undefined,
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={texts.rules.project}
        hint={isBound ? texts.rules.projectBound : texts.rules.projectHint}
        fault={faultOf('projectName')}
        value={draft.projectName}
        required={isBound}
        maxLength={200}
        list={projectsId}
        onChange={({ target }) =>
          onChange({ projectName: target.value, ...(target.value === '' ? { taskName: '' } : {}) })
        }
      />
      <TextField
        label={texts.rules.task}
        hint={texts.rules.taskHint}
        fault={faultOf('taskName')}
        value={draft.taskName}
        disabled={draft.projectName.trim() === ''}
        maxLength={200}
        list={tasksId}
        onChange={({ target }) => onChange({ taskName: target.value })}
      />
      <datalist id={projectsId}>
        {projects.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <datalist id={tasksId}>
        {tasks.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </div>
  );
}
