import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { IconButton } from '../../components/button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { faultOfName, showDeletionFailure, type Task } from './project.ts';

const { projects: words } = texts;

export function TaskRow({ task }: { readonly task: Task }) {
  const [isRenaming, setRenaming] = useState(false);
  const may = useMay();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => take(api.DELETE('/api/projects/{id}/tasks/{taskId}', { params: of(task) })),
    onSuccess: () => {
      showToast(words.deleted(task.name));
      return queryClient.invalidateQueries({ queryKey: ['projects', task.projectId, 'tasks'] });
    },
    onError: showDeletionFailure,
  });
  return (
    <li className="flex items-center gap-1 py-1 text-sm">
      <span className="min-w-0 flex-1 break-words">{task.name}</span>
      <span className="shrink-0 px-2 text-xs text-faint tabular-nums">
        {words.outputs(task.executionCount)}
      </span>
      {may('renameTask') && (
        <IconButton icon={Pencil} label={words.edit(task.name)} onClick={() => setRenaming(true)} />
      )}
      {may('deleteTask') && task.executionCount === 0 && (
        <IconButton
          icon={Trash2}
          label={words.delete(task.name)}
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
      title={words.edit(task.name)}
      submitText={texts.form.save}
      isBusy={rename.isPending}
      onSubmit={() => rename.mutate()}
    >
      <TextField
        label={words.name}
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
