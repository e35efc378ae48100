import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { BookOpenText, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';

import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, FailureNotice, Loading } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { BackLink, Card, Page } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { OutputText } from '../../outputs/output-text.tsx';
import { texts as outputTexts } from '../../outputs/texts.ts';
import { NotesCard } from './notes-card.tsx';
import { currentTextQuery, type DocumentProps } from './queries.ts';
import type { DocumentNames } from './search.ts';
import { SuggestionCard } from './suggestion-card.tsx';
import { draftFrom, type KeptTextDraft, useTextDraft } from './text-draft.ts';
import { TextEditor } from './text-editor.tsx';
import { texts } from './texts.ts';
import { VersionsCard } from './versions-card.tsx';

const route = getRouteApi('/shell/instructions/document');

/** The instructions of one task of a project. */
export function DocumentPage() {
  const names = route.useSearch();
  const { data: current, error, refetch } = useQuery(currentTextQuery(names));
  if (names.project === '' || names.task === '') return <Navigate to="/instructions" replace />;
  const title = `${names.project} / ${names.task}`;
  if (current) return <Document key={title} names={names} current={current} />;
  return (
    <Frame title={title}>
      {error ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : current === undefined ? (
        <Loading lines={10} />
      ) : (
        <FirstVersion key={title} names={names} />
      )}
    </Frame>
  );
}

function Document({ names, current }: DocumentProps) {
  const kept = useTextDraft(names);
  const { projectName, taskName, version, updatedAt } = current;
  const about = (
    <>
      {texts.versionSaved(version)} <Moment at={updatedAt} />
    </>
  );
  return (
    <Frame title={`${projectName} / ${taskName}`} about={about}>
      <div className="space-y-5">
        <SuggestionCard names={names} current={current} kept={kept} />
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <TextCard names={names} current={current} kept={kept} />
          <NotesCard names={names} current={current} />
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
      <BackLink to="/instructions" text={texts.back} />
      {about !== undefined && <span className="text-faint">{about}</span>}
    </span>
  );
  return (
    <Page title={title} description={back}>
      {children}
    </Page>
  );
}

/** Shown without instructions: permitted users can write the first version. */
function FirstVersion({ names }: { readonly names: DocumentNames }) {
  const may = useMay();
  const { draft, keep } = useTextDraft(names);
  if (draft && may('saveInstructionsVersion')) {
    return <TextEditor names={names} current={null} draft={draft} keep={keep} />;
  }
  return (
    <EmptyState icon={BookOpenText} title={texts.none} text={texts.noneText}>
      {may('saveInstructionsVersion') && (
        <Button tone="primary" onClick={() => keep(draftFrom(null))}>
          {texts.writeFirst}
        </Button>
      )}
    </EmptyState>
  );
}

interface TextCardProps extends DocumentProps {
  readonly kept: KeptTextDraft;
}

/** The current text, or the editor for the next version. */
function TextCard({ names, current, kept: { draft, keep } }: TextCardProps) {
  const may = useMay();
  const mayWrite = may('saveInstructionsVersion');
  if (draft && mayWrite) return <TextEditor {...{ names, current, draft, keep }} />;
  return (
    <Card
      title={texts.text}
      actions={
        mayWrite && (
          <Button size="small" icon={Pencil} onClick={() => keep(draftFrom(current))}>
            {componentTexts.form.edit}
          </Button>
        )
      }
    >
      <OutputText
        key={current.version}
        title={outputTexts.versionN(current.version)}
        text={current.content}
      />
    </Card>
  );
}
