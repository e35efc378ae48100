import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { api, ApiFailure, take } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { TextField } from '../../components/field.tsx';
import { texts } from '../../texts.ts';
import type { Project } from './project.ts';

const { projects: words } = texts;

interface ProjectDialogProps {
  /** Null for one that is to be made. */
  readonly project: Project | null;
  readonly onClose: () => void;
}

export function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const [name, setName] = useState(project?.name ?? '');
  const [icon, setIcon] = useState(project?.icon ?? '');
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => saveProject(project, { name, icon }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['projects'] });
    },
  });
  const isTaken = save.error instanceof ApiFailure && save.error.code === 'CONFLICT';
  const failure = isTaken ? null : failureBeside(save.error, ['name', 'icon']);
  return (
    <FormDialog
      onClose={onClose}
      title={project === null ? words.add : words.edit(project.name)}
      submitText={texts.form.save}
      isBusy={save.isPending}
      failure={failure}
      onSubmit={() => save.mutate()}
    >
      <TextField
        label={words.name}
        required
        maxLength={200}
        {...(project === null ? {} : { hint: words.renameHint })}
        value={name}
        fault={isTaken ? words.taken : faultOf(save.error, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={words.icon}
        maxLength={64}
        hint={words.iconHint}
        value={icon}
        fault={faultOf(save.error, 'icon')}
        onChange={({ target }) => setIcon(target.value)}
      />
    </FormDialog>
  );
}

function saveProject(
  project: Project | null,
  body: { readonly name: string; readonly icon: string },
): Promise<Project> {
  if (project === null) return take(api.POST('/api/projects', { body }));
  return take(api.PATCH('/api/projects/{id}', { params: { path: { id: project.id } }, body }));
}
