import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, ApiFailure, take } from '../../api/client.ts';
import { tasksQuery } from '../../api/queries.ts';
import { useMay } from '../../app/session.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { faultOf, onSubmitOf } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { formatPercent } from '../../formats.ts';
import { texts as componentTexts } from '../../components/texts.ts';
import { showToast } from '../../components/toast-store.ts';
import { GroupNames } from './group-fields.tsx';
import { type Project, ProjectDialog, showDeletionFailure, type Task } from './project-dialog.tsx';
import { texts } from './texts.ts';

export function TaskList({ project }: { readonly project: Project }) {
  const { id: projectId } = project;
  const may = useMay();
  const tasks = useQuery(tasksQuery(projectId));
  return (
    <Loaded query={tasks} lines={2} frame={(failure) => <div className="px-4 pt-3">{failure}</div>}>
      {(list) => (
        <div className="px-4 py-3">
          {list.length === 0 && <p className="text-sm text-soft">{texts.noTasks}</p>}
          <ul className="divide-y divide-line">
            {list.map((task) => (
              <TaskRow key={task.id} task={task} project={project} />
            ))}
          </ul>
          {may('createTask') && <NewTask projectId={projectId} />}
        </div>
      )}
    </Loaded>
  );
}

function NewTask({ projectId }: { readonly projectId: string }) {
  const [name, setName] = useState('');
  const add = useChangeOf(tasksQuery(projectId).queryKey, {
    mutationFn: () => {
      const params = { path: { id: projectId } };
      return take(api.POST('/api/projects/{id}/tasks', { params, body: { name } }));
    },
    onSuccess: () => setName(''),
  });
  return (
    <form onSubmit={onSubmitOf(() => add.mutate())} className="mt-3 flex items-start gap-2">
      <div className="w-64 max-w-full">
        <TextField
          label={texts.newTask}
          isLabelHidden
          placeholder={texts.newTask}
          required
          maxLength={200}
          value={name}
          readOnly={add.isPending}
          fault={add.error ? faultOfName(add.error) : undefined}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Button type="submit" isBusy={add.isPending} disabled={name.trim() === ''}>
        {componentTexts.form.add}
      </Button>
    </form>
  );
}

/** The error for the name, or any other error: the form has only this field. */
function faultOfName(error: Error): string {
  if (error instanceof ApiFailure && error.code === 'CONFLICT') return texts.taken;
  return faultOf(error, 'name') ?? error.message;
}

interface TaskProps {
  readonly task: Task;
  readonly project: Project;
}

function TaskRow({ task, project }: TaskProps) {
  const [isEditing, setEditing] = useState(false);
  const may = useMay();
  const remove = useChangeOf(tasksQuery(project.id).queryKey, {
    mutationFn: () => {
      const params = { path: { id: project.id, taskId: task.id } };
      return take(api.DELETE('/api/projects/{id}/tasks/{taskId}', { params }));
    },
    onSuccess: () => showToast(texts.deleted(task.name)),
    onError: showDeletionFailure,
  });
  return (
    <li className="flex items-center gap-1 py-1 text-sm">
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <span className="break-words">{task.name}</span>
        <span className="flex flex-wrap gap-x-3 pr-2 text-xs text-faint tabular-nums">
          <GroupNames {...task} />
          <RateOfTask {...{ task, project }} />
          <span>{texts.outputs(task.executionCount)}</span>
        </span>
      </span>
      {may('renameTask') && (
        <IconButton icon={Pencil} label={texts.edit(task.name)} onClick={() => setEditing(true)} />
      )}
      {may('deleteTask') && task.executionCount === 0 && (
        <IconButton
          icon={Trash2}
          label={texts.delete(task.name)}
          isBusy={remove.isPending}
          onClick={() => remove.mutate()}
        />
      )}
      {isEditing && <ProjectDialog {...{ task, project }} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** The task's own sample rate, or that of its project, if any. */
function RateOfTask({ task: { sampleRate }, project }: TaskProps) {
  if (sampleRate !== null) return <span>{texts.sampled(formatPercent(sampleRate))}</span>;
  if ((project.sampleRate ?? 0) === 0) return null;
  return <span>{texts.sampledAsProject(formatPercent(project.sampleRate ?? 0))}</span>;
}
