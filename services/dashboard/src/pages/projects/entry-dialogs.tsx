import { type QueryKey, useQuery } from '@tanstack/react-query';

import { changedFields, useChangeOf } from '../../api/change.ts';
import { type Answer, api, ApiFailure, take } from '../../api/client.ts';
import { groupsQuery, projectsQuery, tasksQuery } from '../../api/queries.ts';
import { useMay } from '../../app/session.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { ChoiceField, PercentField, TextField } from '../../components/field.tsx';
import { sending, useFields } from '../../components/form.tsx';
import { formatPercent, toPercent, toRate } from '../../formats.ts';
import { texts } from './texts.ts';

export type Project = Answer<'listProjects'>[number];
export type Task = Answer<'listTasks'>[number];

interface ProjectDialogProps {
  /** Null for a new project. */
  readonly project: Project | null;
  readonly onClose: () => void;
}

export function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const save = (changed: Partial<Body>, whole: Body): Promise<Project> => {
    if (project) {
      const params = { path: { id: project.id } };
      return take(api.PATCH('/api/projects/{id}', { params, body: changed }));
    }
    const { name, icon, ...settings } = whole;
    const given = Object.entries(settings).filter(([, value]) => value !== null);
    return take(api.POST('/api/projects', { body: { name, icon, ...Object.fromEntries(given) } }));
  };
  return <EntryDialog entry={project} queryKey={projectsQuery.queryKey} {...{ save, onClose }} />;
}

interface TaskDialogProps {
  readonly task: Task;
  readonly project: Project;
  readonly onClose: () => void;
}

export function TaskDialog({ task, project, onClose }: TaskDialogProps) {
  const { queryKey } = tasksQuery(project.id);
  const params = { path: { id: project.id, taskId: task.id } };
  const save = (body: Partial<Body>): Promise<Task> =>
    take(api.PATCH('/api/projects/{id}/tasks/{taskId}', { params, body }));
  return <EntryDialog entry={task} inherited={project} {...{ queryKey, save, onClose }} />;
}

const GROUPS = ['reviewGroupId', 'escalationGroupId'] as const;

interface EntryDialogProps {
  readonly entry: Project | Task | null;
  /** For a task: its project, whose settings it inherits. */
  readonly inherited?: Project;
  readonly queryKey: QueryKey;
  readonly save: (changed: Partial<Body>, whole: Body) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The form of a project or a task. */
function EntryDialog({ entry, inherited, queryKey, save, onClose }: EntryDialogProps) {
  const groups = useGroups();
  const { before, values, field } = useFields({
    name: entry?.name ?? '',
    icon: entry && 'icon' in entry ? (entry.icon ?? '') : '',
    sampleRate: toPercent(entry?.sampleRate ?? null),
    reviewGroupId: entry?.reviewGroupId ?? '',
    escalationGroupId: entry?.escalationGroupId ?? '',
  });
  const change = useChangeOf(queryKey, {
    mutationFn: () => save(changedFields(bodyOf(before), bodyOf(values)), bodyOf(values)),
    onSuccess: onClose,
  });
  const { error } = change;
  const { failure, ...form } = sending(change, Object.keys(values));
  const taken = isTaken(error) ? { fault: texts.taken } : {};
  return (
    <FormDialog
      onClose={onClose}
      title={entry === null ? texts.add : texts.edit(entry.name)}
      {...form}
      failure={isTaken(error) ? null : failure}
    >
      <TextField
        label={texts.name}
        required
        maxLength={200}
        hint={entry === null || inherited ? undefined : texts.renameHint}
        {...field('name', error)}
        {...taken}
      />
      {!inherited && (
        <TextField
          label={texts.icon}
          maxLength={64}
          hint={texts.iconHint}
          {...field('icon', error)}
        />
      )}
      <PercentField
        label={texts.rate}
        hint={
          inherited
            ? texts.rateOfTaskHint(formatPercent(inherited.sampleRate ?? 0))
            : texts.rateHint
        }
        {...field('sampleRate', error)}
      />
      {GROUPS.map((name) => {
        const { onChange, ...control } = field(name, error);
        return (
          <ChoiceField
            key={name}
            {...texts.groups[name]}
            {...control}
            none={noneIn(groups, inherited?.[name])}
            choices={groups.map(({ id, name: text }) => ({ id, text }))}
            onChoose={(value = '') => onChange({ target: { value } })}
          />
        );
      })}
    </FormDialog>
  );
}

type Body = ReturnType<typeof bodyOf>;
type FieldName = 'name' | 'icon' | 'sampleRate' | (typeof GROUPS)[number];

function bodyOf(fields: Readonly<Record<FieldName, string>>) {
  const { name, icon, sampleRate, reviewGroupId, escalationGroupId } = fields;
  return {
    ...{ name, icon, sampleRate: toRate(sampleRate) },
    reviewGroupId: reviewGroupId || null,
    escalationGroupId: escalationGroupId || null,
  };
}

/** Whether another project or task has the name. */
export function isTaken(error: Error | null): boolean {
  return error instanceof ApiFailure && error.code === 'CONFLICT';
}

type Groups = Answer<'listGroups'>;

/** Empty for users who may not see groups. */
function useGroups(): Groups {
  const { data = [] } = useQuery({ ...groupsQuery, enabled: useMay()('listGroups') });
  return data;
}

/** The option for no group; for a task, that of its project. */
function noneIn(groups: Groups, inheritedId: string | null | undefined): string {
  if (inheritedId === undefined) return texts.groups.none;
  if (inheritedId === null) return texts.groups.asProject(texts.groups.nobody);
  return texts.groups.asProject(groups.find(({ id }) => id === inheritedId)?.name ?? '…');
}

/** The groups set on a project or task itself, as text. */
export function GroupNames({
  reviewGroupId,
  escalationGroupId,
}: Pick<Task, (typeof GROUPS)[number]>) {
  const groups = useGroups();
  const nameOf = (groupId: string | null) => groups.find(({ id }) => id === groupId)?.name;
  const [review, escalation] = [nameOf(reviewGroupId), nameOf(escalationGroupId)];
  return (
    <>
      {review !== undefined && <span>{texts.groups.reviewedBy(review)}</span>}
      {escalation !== undefined && <span>{texts.groups.escalatedTo(escalation)}</span>}
    </>
  );
}
