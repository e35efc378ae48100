import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';

import { PlainWords } from '../outputs/plain-text.tsx';
import { texts } from './texts.ts';

// Comparing takes time quadratic in the number of changes. After this time, no diff is shown.
const COMPARED_MS_MAX = 300;

/** A word-by-word diff of two texts. */
export function DiffView({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo(
    () => diffWordsWithSpace(before, after, { timeout: COMPARED_MS_MAX }),
    [before, after],
  );
  if (!parts) return <p className="p-3 text-sm text-soft">{texts.diff.tooLarge}</p>;
  return (
    <div className="max-h-[50dvh] overflow-auto rounded-md border border-line bg-surface p-3 text-sm break-words whitespace-pre-wrap">
      {parts.map(({ value, added, removed }, index) => {
        if (added) {
          return (
            <ins key={index} className="rounded-xs bg-ok-soft text-ok">
              <PlainWords text={value} />
            </ins>
          );
        }
        if (removed) {
          return (
            <del key={index} className="rounded-xs bg-bad-soft text-bad">
              <PlainWords text={value} />
            </del>
          );
        }
        return (
          <span key={index}>
            <PlainWords text={value} />
          </span>
        );
      })}
    </div>
  );
}
