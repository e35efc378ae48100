import { type ReactNode, useState } from 'react';

import { Button } from '../../components/button.tsx';
import { texts } from './texts.ts';

// An output usually has fewer. Hundreds would push the rest of the page out of reach.
const SHOWN_MAX = 20;

interface LatestProps<Entry> {
  /** Oldest first. */
  readonly entries: readonly Entry[];
  /** Distance between the entries. */
  readonly className: string;
  readonly children: (entry: Entry, index: number) => ReactNode;
}

/** The latest entries of a history, and the earlier ones on request. */
export function Latest<Entry>({ entries, className, children }: LatestProps<Entry>) {
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, entries.length - SHOWN_MAX);
  return (
    <>
      {hidden > 0 && (
        <Button size="small" className="mb-3" onClick={() => setWhole(true)}>
          {texts.showEarlier(hidden)}
        </Button>
      )}
      <ol className={className}>
        {entries.slice(hidden).map((entry, index) => children(entry, hidden + index))}
      </ol>
    </>
  );
}
