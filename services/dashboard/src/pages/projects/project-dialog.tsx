import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type Answer, api, ApiFailure, take } from '../../api/client.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { faultOf, sending, useFields } from '../../components/form.tsx';
import { showFailure } from '../../components/toast-store.ts';
import { texts } from './texts.ts';

interface ProjectDialogProps {
  /** Null for one that is to be made. */
  readonly project: Project | null;
  readonly onClose: () => void;
}

export function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const { values, field } = useFields({ name: project?.name ?? '', icon: project?.icon ?? '' });
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => saveProject(project, values),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['projects'] });
    },
  });
  const isTaken = save.error instanceof ApiFailure && save.error.code === 'CONFLICT';
  const { failure, ...form } = sending(save, ['name', 'icon']);
  return (
    <FormDialog
      onClose={onClose}
      title={project === null ? texts.add : texts.edit(project.name)}
      {...form}
      failure={isTaken ? null : failure}
    >
      <TextField
        label={texts.name}
        required
        maxLength={200}
        {...(project === null ? {} : { hint: texts.renameHint })}
        {...field('name', save.error)}
        {...(isTaken ? { fault: texts.taken } : {})}
      />
      <TextField
        label={texts.icon}
        maxLength={64}
        hint={texts.iconHint}
        {...field('icon', save.error)}
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

export type Project = Answer<'listProjects'>[number];
export type Task = Answer<'listTasks'>[number];

/** Says why something could not be deleted; of what is not empty, what to do about it. */
export function showDeletionFailure(error: Error): void {
  const isUsed =
    error instanceof ApiFailure &&
    (error.code === 'PROJECT_NOT_EMPTY' || error.code === 'TASK_NOT_EMPTY');
  showFailure(isUsed ? new Error(texts.notEmpty) : error);
}

/** What is wrong with a name, or with anything else: there is but this field. */
export function faultOfName(error: Error): string {
  if (error instanceof ApiFailure && error.code === 'CONFLICT') return texts.taken;
  return faultOf(error, 'name') ?? error.message;
}
