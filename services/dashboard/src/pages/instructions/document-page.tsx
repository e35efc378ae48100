import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';

import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { type CurrentText, currentTextQuery } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import { FirstVersion } from './first-version.tsx';
import { NotesCard } from './notes-card.tsx';
import { SuggestionCard } from './suggestion-card.tsx';
import { TextCard } from './text-card.tsx';
import { useTextDraft } from './use-text-draft.ts';
import { VersionsCard } from './versions-card.tsx';

const route = getRouteApi('/shell/instructions/document');
const { instructions: words } = texts;

/** The instructions of one task of a project. */
export function DocumentPage() {
  const names = route.useSearch();
  const { data: current, error, refetch } = useQuery(currentTextQuery(names));
  if (names.project === '' || names.task === '') return <Navigate to="/instructions" replace />;
  const title = `${names.project} / ${names.task}`;
  if (current) return <Document key={title} names={names} current={current} />;
  if (current === undefined && !error) return <Loading lines={10} />;
  return (
    <Frame title={title}>
      {error ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <FirstVersion key={title} names={names} />
      )}
    </Frame>
  );
}

interface DocumentProps {
  readonly names: DocumentNames;
  readonly current: CurrentText;
}

function Document({ names, current }: DocumentProps) {
  const kept = useTextDraft(names);
  const { projectName, taskName, version, updatedAt } = current;
  const about = (
    <>
      {words.versionSaved(version)} <Moment at={updatedAt} />
    </>
  );
  return (
    <Frame title={`${projectName} / ${taskName}`} about={about}>
      <div className="space-y-5">
        <SuggestionCard names={names} current={current} kept={kept} />
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <TextCard names={names} current={current} kept={kept} />
          <NotesCard names={names} />
        </div>
        <VersionsCard names={names} current={current} />
      </div>
    </Frame>
  );
}

interface FrameProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

function Frame({ title, about, children }: FrameProps) {
  const back = (
    <span className="flex flex-wrap items-center gap-x-3">
      <Link
        to="/instructions"
        className="inline-flex items-center gap-1 text-accent hover:underline"
      >
        <ChevronLeft size={14} aria-hidden />
        {words.back}
      </Link>
      {about !== undefined && <span className="text-faint">{about}</span>}
    </span>
  );
  return (
    <Page title={title} description={back}>
      {children}
    </Page>
  );
}
