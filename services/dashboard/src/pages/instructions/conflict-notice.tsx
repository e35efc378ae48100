import { useQuery } from '@tanstack/react-query';
import { GitMerge } from 'lucide-react';

import { Button } from '../../components/button.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { texts } from '../../texts.ts';
import { type CurrentText, versionsQuery, versionTextQuery } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import type { TextDraft } from './text-draft.ts';

const { conflict: words } = texts.instructions;

interface ConflictNoticeProps {
  readonly names: DocumentNames;
  readonly current: CurrentText;
  readonly draft: TextDraft;
  readonly keep: (draft: TextDraft) => void;
}

/** Somebody saved meanwhile: what they changed and what the writer did, side by side. */
export function ConflictNotice({ names, current, draft, keep }: ConflictNoticeProps) {
  const { baseVersion, text } = draft;
  const base = useQuery(versionTextQuery(names, baseVersion));
  const { data: versions = [] } = useQuery(versionsQuery(names));
  const saved = versions.find(({ version }) => version === current.version);
  return (
    <section className="mb-4 space-y-3 rounded-md bg-warn-soft p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <GitMerge size={16} aria-hidden className="shrink-0 text-warn" />
        <div role="alert" className="min-w-0 flex-1 break-words">
          <h3 className="text-sm text-warn">
            {words.title(current.version, saved?.createdBy ?? null)}
          </h3>
        </div>
        <Button size="small" onClick={() => keep({ ...draft, baseVersion: current.version })}>
          {words.goOn}
        </Button>
      </div>
      <p className="text-sm text-soft">{words.text(current.version)}</p>
      {base.error ? (
        <FailureNotice error={base.error} onRetry={() => void base.refetch()} />
      ) : base.data === undefined ? (
        <Loading />
      ) : (
        <div className="grid gap-3 md:grid-cols-2">
          <Side title={words.theirs(current.version)} before={base.data} after={current.content} />
          <Side title={words.yours} before={base.data} after={text} />
        </div>
      )}
    </section>
  );
}

interface SideProps {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

function Side({ title, before, after }: SideProps) {
  return (
    <div className="min-w-0">
      <h4 className="mb-1 text-xs text-soft">{title}</h4>
      <DiffView before={before} after={after} />
    </div>
  );
}
