import { useQuery } from '@tanstack/react-query';
import { GitCompare } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Card } from '../../components/page.tsx';
import { HeadCell, Table } from '../../components/table.tsx';
import { texts } from '../../texts.ts';
import { CompareDialog } from './compare-dialog.tsx';
import {
  type CurrentText,
  resultsQuery,
  type Version,
  type VersionResults,
  versionsQuery,
} from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { VersionDialog } from './version-dialog.tsx';
import { VersionRow, type VersionAction } from './version-row.tsx';

const { versions: words } = texts.instructions;

const SHOWN_AT_ONCE = 20;

interface VersionsCardProps {
  readonly names: DocumentNames;
  readonly current: CurrentText;
}

/** All versions, with how outputs fared under each. */
export function VersionsCard({ names, current }: VersionsCardProps) {
  const { data: versions, error, refetch } = useQuery(versionsQuery(names));
  const { data: results = [] } = useQuery(resultsQuery(names));
  const [action, setAction] = useState<VersionAction | null>(null);
  const close = (): void => setAction(null);
  const latest = current.version;
  return (
    <Card
      title={words.title}
      isFlush
      actions={
        latest > 1 && (
          <Button
            size="small"
            icon={GitCompare}
            onClick={() => setAction({ kind: 'compare', version: latest })}
          >
            {words.compare}
          </Button>
        )
      }
    >
      {error && !versions ? (
        <div className="p-4">
          <FailureNotice error={error} onRetry={() => void refetch()} />
        </div>
      ) : !versions ? (
        <Loading />
      ) : (
        <VersionTable {...{ names, versions, results, latest }} onAct={setAction} />
      )}
      {action?.kind === 'read' && (
        <VersionDialog names={names} version={action.version} onClose={close} />
      )}
      {action?.kind === 'compare' && versions && (
        <CompareDialog {...{ names, versions, results }} newer={action.version} onClose={close} />
      )}
      {action?.kind === 'restore' && (
        <RestoreDialog {...{ names, current }} version={action.version} onClose={close} />
      )}
    </Card>
  );
}

interface VersionTableProps {
  readonly names: DocumentNames;
  readonly versions: readonly Version[];
  readonly results: readonly VersionResults[];
  readonly latest: number;
  readonly onAct: (action: VersionAction) => void;
}

function VersionTable({ names, versions, results, latest, onAct }: VersionTableProps) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const left = versions.length - shown;
  return (
    <>
      <Table caption={words.title}>
        <thead>
          <tr>
            <HeadCell>{words.version}</HeadCell>
            <HeadCell>{words.saved}</HeadCell>
            <HeadCell>{words.reason}</HeadCell>
            <HeadCell className="text-right">{words.runs}</HeadCell>
            <HeadCell className="text-right">{words.passed}</HeadCell>
            <HeadCell className="text-right">{words.flagged}</HeadCell>
            <HeadCell className="text-right">{words.decided}</HeadCell>
            <HeadCell>
              <span className="sr-only">{words.actions}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {versions.slice(0, shown).map((version) => (
            <VersionRow
              key={version.version}
              {...{ names, version, onAct }}
              results={results.find((one) => one.version === version.version)}
              isCurrent={version.version === latest}
            />
          ))}
        </tbody>
      </Table>
      {left > 0 && (
        <div className="p-3">
          <Button size="small" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            {words.showMore(left)}
          </Button>
        </div>
      )}
    </>
  );
}
