import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';

import { type Answer, api, ApiFailure, take } from '../../api/client.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { faultOf, sending, useFields } from '../../components/form.tsx';
import { showFailure } from '../../components/toast-store.ts';
import { toPercent, toRate } from './sample-rate.ts';
import { texts } from './texts.ts';

interface ProjectDialogProps {
  /** Null for one that is to be made. */
  readonly project: Project | null;
  readonly onClose: () => void;
}

export function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const { values, field } = useFields({
    ...{ name: project?.name ?? '', icon: project?.icon ?? '' },
    rate: toPercent(project?.sampleRate ?? null),
  });
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => saveProject(project, values),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['projects'] });
    },
  });
  const isTaken = save.error instanceof ApiFailure && save.error.code === 'CONFLICT';
  const { failure, ...form } = sending(save, ['name', 'icon', 'sampleRate']);
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
      <RateField hint={texts.rateHint} {...field('rate', save.error, 'sampleRate')} />
    </FormDialog>
  );
}

type RateFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>;

export function RateField({ fault, ...props }: RateFieldProps) {
  return (
    <TextField
      label={texts.rate}
      type="number"
      min={0}
      max={100}
      step="any"
      inputMode="decimal"
      {...(fault === undefined ? {} : { fault: texts.rateFault })}
      {...props}
    />
  );
}

function saveProject(
  project: Project | null,
  { rate, ...words }: { readonly name: string; readonly icon: string; readonly rate: string },
): Promise<Project> {
  const sampleRate = toRate(rate);
  if (project === null) {
    const body = { ...words, ...(sampleRate === null ? {} : { sampleRate }) };
    return take(api.POST('/api/projects', { body }));
  }
  const body = { ...words, sampleRate };
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
