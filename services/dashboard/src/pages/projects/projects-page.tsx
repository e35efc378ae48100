import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Folder, FolderOpen, Pencil, Plus } from 'lucide-react';
import { useId, useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, take } from '../../api/client.ts';
import { projectsQuery } from '../../api/queries.ts';
import { useMay } from '../../app/session.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { RemoveButton } from '../../components/dialog.tsx';
import { Findable } from '../../components/list.tsx';
import { EmptyState, Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { showToast } from '../../components/toast-store.ts';
import { formatPercent } from '../../formats.ts';
import { GroupNames } from './group-fields.tsx';
import { type Project, ProjectDialog, showDeletionFailure } from './project-dialog.tsx';
import { TaskList } from './task-list.tsx';
import { texts } from './texts.ts';

// More cards than this fill several screens.
const GLANCE_MAX = 20;

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
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={FolderOpen} title={texts.none} text={texts.noneText} />
          ) : (
            <Findable
              items={list}
              textsOf={({ name }) => [name]}
              label={texts.find}
              glanceMax={GLANCE_MAX}
            >
              {(found) => (
                <div className="space-y-4">
                  {found.map((project) => (
                    <ProjectCard key={project.id} project={project} />
                  ))}
                </div>
              )}
            </Findable>
          )
        }
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
              <ChevronDown size="1rem" aria-hidden className="shrink-0" />
            ) : (
              <ChevronRight size="1rem" aria-hidden className="shrink-0" />
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
  return <Folder size="1rem" aria-hidden className="shrink-0 text-faint" />;
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
