import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { TextField } from '../../components/field.tsx';
import { Loading } from '../../components/loading.tsx';
import { texts } from '../../texts.ts';
import { faultOfName } from './project.ts';
import { TaskRow } from './task-row.tsx';

const { projects: words } = texts;

export function TaskList({ projectId }: { readonly projectId: string }) {
  const may = useMay();
  const { data, error, refetch } = useQuery({
    queryKey: ['projects', projectId, 'tasks'],
    queryFn: ({ signal }) =>
      take(api.GET('/api/projects/{id}/tasks', { params: { path: { id: projectId } }, signal })),
  });
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={2} />;
  return (
    <div className="px-4 py-3">
      {data.length === 0 && <p className="text-sm text-soft">{words.noTasks}</p>}
      <ul className="divide-y divide-line">
        {data.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
      {may('createTask') && <NewTask projectId={projectId} />}
    </div>
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
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit} className="mt-3 flex items-start gap-2">
      <div className="w-64 max-w-full">
        <TextField
          label={words.newTask}
          isLabelHidden
          placeholder={words.newTask}
          required
          maxLength={200}
          value={name}
          fault={add.error ? faultOfName(add.error) : undefined}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Button type="submit" isBusy={add.isPending} disabled={name.trim() === ''}>
        {texts.form.add}
      </Button>
    </form>
  );
}
