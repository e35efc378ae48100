import { useQuery } from '@tanstack/react-query';
import { FolderOpen, Plus } from 'lucide-react';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { ProjectCard } from './project-card.tsx';
import { ProjectDialog } from './project-dialog.tsx';

const { projects: words } = texts;

export function ProjectsPage() {
  const [isAdding, setAdding] = useState(false);
  const may = useMay();
  const { data, error, refetch } = useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) => take(api.GET('/api/projects', { signal })),
  });
  const add = may('createProject') && (
    <Button tone="primary" icon={Plus} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} description={words.description} actions={add}>
      {error && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data?.length === 0 && (
        <EmptyState icon={FolderOpen} title={words.none} text={words.noneText} />
      )}
      {data && (
        <div className="space-y-4">
          {data.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </div>
      )}
      {isAdding && <ProjectDialog project={null} onClose={() => setAdding(false)} />}
    </Page>
  );
}
