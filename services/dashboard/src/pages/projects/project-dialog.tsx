import { changedFields, useChangeOf } from '../../api/change.ts';
import { type Answer, api, ApiFailure, take } from '../../api/client.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { PercentField, TextField } from '../../components/field.tsx';
import { sending, useFields } from '../../components/form.tsx';
import { formatPercent, toPercent, toRate } from '../../formats.ts';
import { showFailure } from '../../components/toast-store.ts';
import { GroupFields } from './group-fields.tsx';
import { texts } from './texts.ts';

export type Project = Answer<'listProjects'>[number];
export type Task = Answer<'listTasks'>[number];

interface Edited {
  /** Null for a new project. */
  readonly project: Project | null;
  /** Set to edit this task of the project. */
  readonly task?: Task;
}

interface ProjectDialogProps extends Edited {
  readonly onClose: () => void;
}

/** Creates or edits a project, or edits one of its tasks. */
export function ProjectDialog({ onClose, ...edited }: ProjectDialogProps) {
  const { project, task } = edited;
  const entry = task ?? project;
  const { before, values, field } = useFields({
    ...{ name: entry?.name ?? '', icon: project?.icon ?? '' },
    rate: toPercent(entry?.sampleRate ?? null),
    review: entry?.reviewGroupId ?? '',
    escalation: entry?.escalationGroupId ?? '',
  });
  const save = useChangeOf(['projects'], {
    mutationFn: () => saveEdited(edited, bodyOf(before), bodyOf(values)),
    onSuccess: onClose,
  });
  const isTaken = save.error instanceof ApiFailure && save.error.code === 'CONFLICT';
  const { failure, ...form } = sending(save, [
    ...['name', 'icon', 'sampleRate', 'reviewGroupId', 'escalationGroupId'],
  ]);
  return (
    <FormDialog
      onClose={onClose}
      title={entry === null ? texts.add : texts.edit(entry.name)}
      {...form}
      failure={isTaken ? null : failure}
    >
      <TextField
        label={texts.name}
        required
        maxLength={200}
        hint={project === null || task ? undefined : texts.renameHint}
        {...field('name', save.error)}
        {...(isTaken ? { fault: texts.taken } : {})}
      />
      {!task && (
        <TextField
          label={texts.icon}
          maxLength={64}
          hint={texts.iconHint}
          {...field('icon', save.error)}
        />
      )}
      <PercentField
        label={texts.rate}
        hint={task ? texts.rateOfTaskHint(formatPercent(project?.sampleRate ?? 0)) : texts.rateHint}
        {...field('rate', save.error, 'sampleRate')}
      />
      <GroupFields
        review={field('review', save.error, 'reviewGroupId')}
        escalation={field('escalation', save.error, 'escalationGroupId')}
        inherited={task ? project : null}
      />
    </FormDialog>
  );
}

type Fields = Readonly<Record<'name' | 'icon' | 'rate' | 'review' | 'escalation', string>>;

/** An empty group is null. */
function bodyOf({ name, icon, rate, review, escalation }: Fields) {
  return {
    ...{ name, icon, sampleRate: toRate(rate) },
    ...{ reviewGroupId: review || null, escalationGroupId: escalation || null },
  };
}

type Body = ReturnType<typeof bodyOf>;

function saveEdited({ project, task }: Edited, before: Body, after: Body): Promise<unknown> {
  if (project === null) {
    const { name, icon, ...settings } = after;
    const given = Object.entries(settings).filter(([, value]) => value !== null);
    return take(api.POST('/api/projects', { body: { name, icon, ...Object.fromEntries(given) } }));
  }
  const body = changedFields(before, after);
  if (!task) {
    return take(api.PATCH('/api/projects/{id}', { params: { path: { id: project.id } }, body }));
  }
  const params = { path: { id: project.id, taskId: task.id } };
  return take(api.PATCH('/api/projects/{id}/tasks/{taskId}', { params, body }));
}

/** Explains a failed deletion; if it is not empty, also what to do. */
export function showDeletionFailure(error: Error): void {
  const isUsed =
    error instanceof ApiFailure &&
    (error.code === 'PROJECT_NOT_EMPTY' || error.code === 'TASK_NOT_EMPTY');
  showFailure(isUsed ? new Error(texts.notEmpty) : error);
}
