import { useState } from 'react';

import { DialogFrame } from '../../components/dialog.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { SelectField } from '../../components/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { formatPercent } from '../../formats/numbers.ts';
import { texts } from '../../texts.ts';
import type { Version, VersionResults } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import { VersionText } from './version-text.tsx';

const { versions: words } = texts.instructions;

interface CompareDialogProps {
  readonly names: DocumentNames;
  readonly versions: readonly Version[];
  readonly results: readonly VersionResults[];
  /** It is compared with the one before, until somebody chooses others. */
  readonly newer: number;
  readonly onClose: () => void;
}

/** Any two versions: who saved each and why, how outputs fared, and what changed between. */
export function CompareDialog({ names, versions, results, newer, onClose }: CompareDialogProps) {
  const [from, setFrom] = useState(newer - 1);
  const [to, setTo] = useState(newer);
  const sides = [
    { label: words.from, version: from, choose: setFrom },
    { label: words.to, version: to, choose: setTo },
  ];
  return (
    <DialogFrame isOpen onClose={onClose} size="full" title={words.compareTitle}>
      <div className="mb-4 grid gap-4 sm:grid-cols-2">
        {sides.map(({ label, version, choose }) => (
          <div key={label} className="space-y-1.5">
            <SelectField
              label={label}
              value={version}
              onChange={({ target }) => choose(Number(target.value))}
            >
              {versions.map((one) => (
                <option key={one.version} value={one.version}>
                  {texts.instructions.versionN(one.version)}
                </option>
              ))}
            </SelectField>
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
