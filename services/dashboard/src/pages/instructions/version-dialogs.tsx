import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { ConfirmDialog, DialogFrame } from '../../components/dialog.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { ChoiceField } from '../../components/field.tsx';
import { FailureNotice, Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { showToast } from '../../components/toast-store.ts';
import { formatPercent } from '../../formats.ts';
import { texts as outputTexts } from '../../outputs/texts.ts';
import {
  type DocumentProps,
  useShowSaved,
  type Version,
  type VersionResults,
  versionTextQuery,
} from './queries.ts';
import type { DocumentNames } from './search.ts';
import { texts } from './texts.ts';

const words = texts.versions;

interface CompareDialogProps {
  readonly names: DocumentNames;
  readonly versions: readonly Version[];
  readonly results: readonly VersionResults[];
  /** Compared with the version before it by default. */
  readonly newer: number;
  readonly onClose: () => void;
}

/** Compares two versions: authors, reasons, results and texts. */
export function CompareDialog({ names, versions, results, newer, onClose }: CompareDialogProps) {
  const [from, setFrom] = useState(newer - 1);
  const [to, setTo] = useState(newer);
  const sides = [
    { label: words.from, version: from, choose: setFrom },
    { label: words.to, version: to, choose: setTo },
  ];
  return (
    <DialogFrame onClose={onClose} size="full" title={words.compareTitle}>
      <div className="mb-4 grid gap-4 sm:grid-cols-2">
        {sides.map(({ label, version, choose }) => (
          <div key={label} className="space-y-1.5">
            <ChoiceField
              label={label}
              value={String(version)}
              choices={versions.map((one) => ({
                id: String(one.version),
                text: outputTexts.versionN(one.version),
              }))}
              onChoose={(chosen) => choose(Number(chosen))}
            />
            <AboutVersion
              about={versions.find((one) => one.version === version)}
              results={results.find((one) => one.version === version)}
            />
          </div>
        ))}
      </div>
      {from === to ? (
        <p className="text-sm text-soft">{words.same}</p>
      ) : (
        <VersionText names={names} version={from}>
          {(before) => (
            <VersionText names={names} version={to}>
              {(after) => <DiffView before={before} after={after} />}
            </VersionText>
          )}
        </VersionText>
      )}
    </DialogFrame>
  );
}

interface AboutVersionProps {
  readonly about: Version | undefined;
  readonly results: VersionResults | undefined;
}

function AboutVersion({ about, results }: AboutVersionProps) {
  if (!about) return null;
  return (
    <div className="text-xs text-faint">
      <p>
        <Moment at={about.updatedAt} isExact /> ·{' '}
        <span className="break-all">{about.createdBy}</span>
      </p>
      <p>
        {results ? words.fared(results.runs, formatPercent(results.successRate)) : words.noRuns}
      </p>
      {about.teachComment !== null && (
        <p className="mt-0.5 text-sm break-words text-soft">{about.teachComment}</p>
      )}
    </div>
  );
}

interface RestoreDialogProps extends DocumentProps {
  readonly version: number;
  readonly onClose: () => void;
}

/** Restores an old text as a new version, after showing the changes. */
export function RestoreDialog({ names, current, version, onClose }: RestoreDialogProps) {
  const show = useShowSaved(names);
  const restore = useMutation({
    mutationFn: () => {
      const params = { path: { n: version } };
      const body = { ...names };
      return take(api.POST('/api/instructions/versions/{n}/restore', { params, body }));
    },
    onSuccess: (saved) => {
      showToast(words.restored(version, saved.version));
      onClose();
      return show(saved);
    },
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      size="wide"
      title={words.restoreTitle(version)}
      text={words.restoreText(current.version)}
      confirm={words.restoreDo}
      tone="primary"
      isBusy={restore.isPending}
      onConfirm={() => restore.mutate()}
    >
      <div className="space-y-3">
        {restore.error && <FailureNotice error={restore.error} />}
        <VersionText names={names} version={version}>
          {(text) => <DiffView before={current.content} after={text} />}
        </VersionText>
      </div>
    </ConfirmDialog>
  );
}

interface VersionTextProps {
  readonly names: DocumentNames;
  readonly version: number;
  readonly children: (text: string) => ReactNode;
}

/** Loads the text of a version. */
export function VersionText({ names, version, children }: VersionTextProps) {
  const text = useQuery(versionTextQuery(names, version));
  return (
    <Loaded query={text} stale="goes">
      {children}
    </Loaded>
  );
}
