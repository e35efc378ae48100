import { changedFields, useChangeOf } from '../../api/change.ts';
import { type Answer, api, ApiFailure, take } from '../../api/client.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { PercentField, TextField } from '../../components/field.tsx';
import { faultOf, sending, useFields } from '../../components/form.tsx';
import { toPercent, toRate } from '../../formats.ts';
import { showFailure } from '../../components/toast-store.ts';
import { GroupFields, toGroups } from './group-fields.tsx';
import { texts } from './texts.ts';

interface ProjectDialogProps {
  /** Null for a new project. */
  readonly project: Project | null;
  readonly onClose: () => void;
}

export function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const { before, values, field } = useFields({
    ...{ name: project?.name ?? '', icon: project?.icon ?? '' },
    rate: toPercent(project?.sampleRate ?? null),
    review: project?.reviewGroupId ?? '',
    escalation: project?.escalationGroupId ?? '',
  });
  const save = useChangeOf(['projects'], {
    mutationFn: () => saveProject(project, before, values),
    onSuccess: onClose,
  });
  const isTaken = save.error instanceof ApiFailure && save.error.code === 'CONFLICT';
  const { failure, ...form } = sending(save, [
    ...['name', 'icon', 'sampleRate', 'reviewGroupId', 'escalationGroupId'],
  ]);
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
        hint={project === null ? undefined : texts.renameHint}
        {...field('name', save.error)}
        {...(isTaken ? { fault: texts.taken } : {})}
      />
      <TextField
        label={texts.icon}
        maxLength={64}
        hint={texts.iconHint}
        {...field('icon', save.error)}
      />
      <PercentField
        label={texts.rate}
        hint={texts.rateHint}
        {...field('rate', save.error, 'sampleRate')}
      />
      <GroupFields
        review={field('review', save.error, 'reviewGroupId')}
        escalation={field('escalation', save.error, 'escalationGroupId')}
      />
    </FormDialog>
  );
}

type ProjectFields = Readonly<Record<'name' | 'icon' | 'rate' | 'review' | 'escalation', string>>;

function bodyOf(fields: ProjectFields) {
  const { name, icon, rate } = fields;
  return { name, icon, sampleRate: toRate(rate), ...toGroups(fields) };
}

function saveProject(
  project: Project | null,
  before: ProjectFields,
  after: ProjectFields,
): Promise<Project> {
  const whole = bodyOf(after);
  if (project === null) {
    const { name, icon, ...settings } = whole;
    const given = Object.entries(settings).filter(([, value]) => value !== null);
    return take(api.POST('/api/projects', { body: { name, icon, ...Object.fromEntries(given) } }));
  }
  const body = changedFields(bodyOf(before), whole);
  return take(api.PATCH('/api/projects/{id}', { params: { path: { id: project.id } }, body }));
}

export type Project = Answer<'listProjects'>[number];
export type Task = Answer<'listTasks'>[number];

/** Explains a failed deletion; if it is not empty, also what to do. */
export function showDeletionFailure(error: Error): void {
  const isUsed =
    error instanceof ApiFailure &&
    (error.code === 'PROJECT_NOT_EMPTY' || error.code === 'TASK_NOT_EMPTY');
  showFailure(isUsed ? new Error(texts.notEmpty) : error);
}

/** The error for the name, or any other error: the form has only this field. */
export function faultOfName(error: Error): string {
  if (error instanceof ApiFailure && error.code === 'CONFLICT') return texts.taken;
  return faultOf(error, 'name') ?? error.message;
}
