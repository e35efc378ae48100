import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Cell } from '../../components/table.tsx';
import { formatNumber, formatPercent } from '../../formats/numbers.ts';
import { texts } from '../../texts.ts';
import type { VersionResults } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';

const { versions: words } = texts.instructions;

interface ResultCellsProps {
  readonly names: DocumentNames;
  readonly version: number;
  readonly results: VersionResults | undefined;
}

/** How outputs fared under a version, each figure leading to the outputs behind it. */
export function ResultCells({ names, version, results }: ResultCellsProps) {
  if (!results) {
    return (
      <Cell colSpan={4} className="text-right text-xs whitespace-nowrap text-faint">
        {words.noRuns}
      </Cell>
    );
  }
  const { runs, successRate, flagged, decided } = results;
  const view = { ...names, instructionsVersion: version };
  return (
    <>
      <FigureCell>
        <FigureLink search={view}>{formatNumber(runs)}</FigureLink>
      </FigureCell>
      <FigureCell>
        <FigureLink search={{ ...view, status: 'pass' }}>{formatPercent(successRate)}</FigureLink>
        <span
          aria-hidden
          className="mt-1 ml-auto block h-1 w-14 overflow-hidden rounded-full bg-line"
        >
          <span
            className="block h-full rounded-full bg-ok"
            style={{ width: `${successRate * 100}%` }}
          />
        </span>
      </FigureCell>
      <FigureCell>
        {flagged === 0 ? (
          <span className="text-faint">0</span>
        ) : (
          <FigureLink search={{ ...view, status: 'flagged' }}>{formatNumber(flagged)}</FigureLink>
        )}
      </FigureCell>
      <FigureCell>
        <span className={decided === 0 ? 'text-faint' : ''}>{formatNumber(decided)}</span>
      </FigureCell>
    </>
  );
}

function FigureCell({ children }: { readonly children: ReactNode }) {
  return <Cell className="text-right tabular-nums">{children}</Cell>;
}

interface FigureLinkProps {
  readonly search: DocumentNames & {
    readonly instructionsVersion: number;
    readonly status?: 'pass' | 'flagged';
  };
  readonly children: string;
}

function FigureLink({ search, children }: FigureLinkProps) {
  return (
    <Link to="/outputs" search={search} className="text-accent hover:underline">
      {children}
    </Link>
  );
}
