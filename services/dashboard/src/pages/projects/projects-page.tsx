import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Folder, FolderOpen, Pencil, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, ApiFailure, take } from '../../api/client.ts';
import { projectsQuery, tasksQuery } from '../../api/queries.ts';
import { useMay } from '../../app/session.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { RemoveButton } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { faultOf, onSubmitOf } from '../../components/form.tsx';
import { EmptyState, Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { formatPercent } from '../../formats.ts';
import {
  GroupNames,
  isTaken,
  type Project,
  ProjectDialog,
  type Task,
  TaskDialog,
} from './entry-dialogs.tsx';
import { texts } from './texts.ts';

export function ProjectsPage() {
  const [isAdding, setAdding] = useState(false);
  const may = useMay();
  const projects = useQuery(projectsQuery);
  const add = may('createProject') && (
    <Button tone="primary" icon={Plus} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <Page title={texts.title} description={texts.description} actions={add}>
      <Loaded query={projects}>
        {(list) => (
          <>
            {list.length === 0 && (
              <EmptyState icon={FolderOpen} title={texts.none} text={texts.noneText} />
            )}
            <div className="space-y-4">
              {list.map((project) => (
                <ProjectCard key={project.id} project={project} />
              ))}
            </div>
          </>
        )}
      </Loaded>
      {isAdding && <ProjectDialog project={null} onClose={() => setAdding(false)} />}
    </Page>
  );
}

// An icon is an emoji or its name; only an emoji can be shown.
const EMOJI = /^\p{Extended_Pictographic}|^\p{Regional_Indicator}/u;

/** One project; its tasks are loaded when it is expanded. */
function ProjectCard({ project }: { readonly project: Project }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { name, icon, sampleRate, executionCount } = project;
  return (
    <section className="rounded-lg border border-line bg-surface">
      <div className="flex items-center gap-1 py-1.5 pr-2 pl-1.5">
        <h2 className="min-w-0 flex-1 text-sm">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="flex w-full flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md px-2 py-1.5 text-left sm:flex-nowrap"
          >
            {isOpen ? (
              <ChevronDown size={16} aria-hidden className="shrink-0" />
            ) : (
              <ChevronRight size={16} aria-hidden className="shrink-0" />
            )}
            <ProjectIcon icon={icon} />
            <span className="min-w-0 flex-1 break-words">{name}</span>
            <span className="flex w-full shrink-0 flex-wrap gap-x-3 pl-6.5 text-xs font-normal text-faint tabular-nums sm:w-auto sm:justify-end sm:pl-3">
              <GroupNames {...project} />
              {sampleRate !== null && <span>{texts.sampled(formatPercent(sampleRate))}</span>}
              <span>{texts.outputs(executionCount)}</span>
            </span>
          </button>
        </h2>
        <ProjectActions project={project} />
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-line">
        {isOpen && <TaskList project={project} />}
      </div>
    </section>
  );
}

function ProjectIcon({ icon }: { readonly icon: string | null }) {
  if (icon !== null && EMOJI.test(icon)) return <span aria-hidden>{icon}</span>;
  return <Folder size={16} aria-hidden className="shrink-0 text-faint" />;
}

function ProjectActions({ project }: { readonly project: Project }) {
  const [isEditing, setEditing] = useState(false);
  const may = useMay();
  const remove = useChangeOf(['projects'], {
    mutationFn: () =>
      take(api.DELETE('/api/projects/{id}', { params: { path: { id: project.id } } })),
    onSuccess: () => showToast(texts.deleted(project.name)),
    onError: showDeletionFailure,
  });
  return (
    <>
      {may('updateProject') && (
        <IconButton
          icon={Pencil}
          label={texts.edit(project.name)}
          onClick={() => setEditing(true)}
        />
      )}
      {may('deleteProject') && project.executionCount === 0 && (
        <RemoveButton
          label={texts.delete(project.name)}
          text={texts.deleteText}
          isBusy={remove.isPending}
          onConfirm={(options) => remove.mutate(undefined, options)}
        />
      )}
      {isEditing && <ProjectDialog project={project} onClose={() => setEditing(false)} />}
    </>
  );
}

function TaskList({ project }: { readonly project: Project }) {
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
  // The form has only this field, so it shows every error.
  const fault = isTaken(add.error) ? texts.taken : faultOf(add.error, 'name');
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
          fault={fault ?? add.error?.message}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Button type="submit" isBusy={add.isPending} disabled={name.trim() === ''}>
        {componentTexts.form.add}
      </Button>
    </form>
  );
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
      {isEditing && <TaskDialog {...{ task, project }} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** The task's own sample rate, or that of its project, if any. */
function RateOfTask({ task: { sampleRate }, project }: TaskProps) {
  if (sampleRate !== null) return <span>{texts.sampled(formatPercent(sampleRate))}</span>;
  if ((project.sampleRate ?? 0) === 0) return null;
  return <span>{texts.sampledAsProject(formatPercent(project.sampleRate ?? 0))}</span>;
}

/** Explains a failed deletion; if it is not empty, also what to do. */
function showDeletionFailure(error: Error): void {
  const isUsed =
    error instanceof ApiFailure &&
    (error.code === 'PROJECT_NOT_EMPTY' || error.code === 'TASK_NOT_EMPTY');
  showFailure(isUsed ? new Error(texts.notEmpty) : error);
}
