import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Folder, Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { IconButton } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { type Project, showDeletionFailure } from './project.ts';
import { ProjectDialog } from './project-dialog.tsx';
import { TaskList } from './task-list.tsx';

const { projects: words } = texts;

// An icon is an emoji or the name of one; only an emoji can be drawn.
const EMOJI = /^\p{Extended_Pictographic}|^\p{Regional_Indicator}/u;

/** One project; its tasks are loaded when it is unfolded. */
export function ProjectCard({ project }: { readonly project: Project }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { name, icon, executionCount } = project;
  return (
    <section className="rounded-lg border border-line bg-surface">
      <div className="flex items-center gap-1 py-1.5 pr-2 pl-1.5">
        <h2 className="min-w-0 flex-1 text-sm">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left"
          >
            {isOpen ? (
              <ChevronDown size={16} aria-hidden />
            ) : (
              <ChevronRight size={16} aria-hidden />
            )}
            <ProjectIcon icon={icon} />
            <span className="min-w-0 break-words">{name}</span>
            <span className="ml-auto shrink-0 pl-3 text-xs font-normal text-faint tabular-nums">
              {words.outputs(executionCount)}
            </span>
          </button>
        </h2>
        <ProjectActions project={project} />
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-line">
        {isOpen && <TaskList projectId={project.id} />}
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
  const [isDeleting, setDeleting] = useState(false);
  const may = useMay();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      take(api.DELETE('/api/projects/{id}', { params: { path: { id: project.id } } })),
    onSuccess: () => {
      showToast(words.deleted(project.name));
      return queryClient.invalidateQueries({ queryKey: ['projects'] });
    },
    onError: showDeletionFailure,
    onSettled: () => setDeleting(false),
  });
  return (
    <>
      {may('updateProject') && (
        <IconButton
          icon={Pencil}
          label={words.edit(project.name)}
          onClick={() => setEditing(true)}
        />
      )}
      {may('deleteProject') && project.executionCount === 0 && (
        <IconButton
          icon={Trash2}
          label={words.delete(project.name)}
          onClick={() => setDeleting(true)}
        />
      )}
      {isEditing && <ProjectDialog project={project} onClose={() => setEditing(false)} />}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={words.delete(project.name)}
        text={words.deleteText}
        confirm={texts.form.delete}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}
