import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { tasksQuery } from '../../api/queries.ts';
import { useMay } from '../../app/session.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { onSubmitOf } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showToast } from '../../components/toast-store.ts';
import { faultOfName, showDeletionFailure, type Task } from './project-dialog.tsx';
import { texts } from './texts.ts';

export function TaskList({ projectId }: { readonly projectId: string }) {
  const may = useMay();
  const tasks = useQuery(tasksQuery(projectId));
  return (
    <Loaded query={tasks} stale="goes" lines={2}>
      {(list) => (
        <div className="px-4 py-3">
          {list.length === 0 && <p className="text-sm text-soft">{texts.noTasks}</p>}
          <ul className="divide-y divide-line">
            {list.map((task) => (
              <TaskRow key={task.id} task={task} />
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
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: () => {
      const params = { path: { id: projectId } };
      return take(api.POST('/api/projects/{id}/tasks', { params, body: { name } }));
    },
    onSuccess: () => {
      setName('');
      return queryClient.invalidateQueries({ queryKey: ['projects', projectId, 'tasks'] });
    },
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

function TaskRow({ task }: { readonly task: Task }) {
  const [isRenaming, setRenaming] = useState(false);
  const may = useMay();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => take(api.DELETE('/api/projects/{id}/tasks/{taskId}', { params: of(task) })),
    onSuccess: () => {
      showToast(texts.deleted(task.name));
      return queryClient.invalidateQueries({ queryKey: ['projects', task.projectId, 'tasks'] });
    },
    onError: showDeletionFailure,
  });
  return (
    <li className="flex items-center gap-1 py-1 text-sm">
      <span className="min-w-0 flex-1 break-words">{task.name}</span>
      <span className="shrink-0 px-2 text-xs text-faint tabular-nums">
        {texts.outputs(task.executionCount)}
      </span>
      {may('renameTask') && (
        <IconButton icon={Pencil} label={texts.edit(task.name)} onClick={() => setRenaming(true)} />
      )}
      {may('deleteTask') && task.executionCount === 0 && (
        <IconButton
          icon={Trash2}
          label={texts.delete(task.name)}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        />
      )}
      {isRenaming && <RenameDialog task={task} onClose={() => setRenaming(false)} />}
    </li>
  );
}

function RenameDialog({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const [name, setName] = useState(task.name);
  const queryClient = useQueryClient();
  const rename = useMutation({
    mutationFn: () =>
      take(api.PATCH('/api/projects/{id}/tasks/{taskId}', { params: of(task), body: { name } })),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['projects', task.projectId, 'tasks'] });
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={texts.edit(task.name)}
      isBusy={rename.isPending}
      onSubmit={() => rename.mutate()}
    >
      <TextField
        label={texts.name}
        required
        maxLength={200}
        value={name}
        fault={rename.error ? faultOfName(rename.error) : undefined}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}

function of({ projectId, id }: Task) {
  return { path: { id: projectId, taskId: id } };
}
