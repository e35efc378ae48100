import { Link } from '@tanstack/react-router';
import { GitCompare, RotateCcw, Sparkles } from 'lucide-react';

import { useMay } from '../../app/session.ts';
import { Badge } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import { Moment } from '../../components/moment.tsx';
import { Cell, Row } from '../../components/table.tsx';
import { texts } from '../../texts.ts';
import type { Version, VersionResults } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import { ResultCells } from './result-cells.tsx';

const { versions: words } = texts.instructions;

/** What somebody wants of a version. */
export interface VersionAction {
  readonly kind: 'read' | 'compare' | 'restore';
  readonly version: number;
}

interface VersionRowProps {
  readonly names: DocumentNames;
  readonly version: Version;
  /** Undefined where no output ran under it. */
  readonly results: VersionResults | undefined;
  readonly isCurrent: boolean;
  readonly onAct: (action: VersionAction) => void;
}

export function VersionRow({ names, version, results, isCurrent, onAct }: VersionRowProps) {
  const may = useMay();
  const { version: number, updatedAt, createdBy } = version;
  return (
    <Row>
      <Cell className="whitespace-nowrap">
        <button
          type="button"
          aria-label={words.read(number)}
          onClick={() => onAct({ kind: 'read', version: number })}
          className="px-1 font-medium text-accent tabular-nums hover:underline"
        >
          {number}
        </button>
        {isCurrent && (
          <span className="ml-2">
            <Badge tone="ok">{words.current}</Badge>
          </span>
        )}
      </Cell>
      <Cell className="min-w-56 text-soft">
        <Moment at={updatedAt} />
        <span title={createdBy} className="line-clamp-1 text-xs break-all text-faint">
          {createdBy}
        </span>
      </Cell>
      <Cell className="w-1/2 min-w-40 text-soft">
        <Reason version={version} />
      </Cell>
      <ResultCells names={names} version={number} results={results} />
      <Cell className="py-1 text-right whitespace-nowrap">
        {number > 1 && (
          <IconButton
            icon={GitCompare}
            label={words.whatChanged(number)}
            onClick={() => onAct({ kind: 'compare', version: number })}
          />
        )}
        {may('restoreInstructionsVersion') && (
          <IconButton
            icon={RotateCcw}
            label={words.restore(number)}
            className={isCurrent ? 'invisible' : ''}
            onClick={() => onAct({ kind: 'restore', version: number })}
          />
        )}
      </Cell>
    </Row>
  );
}

/** Why it was saved, as far as somebody said, and where it came from. */
function Reason({ version: { teachComment, logId, source } }: { readonly version: Version }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {source === 'suggestion' && (
        <Badge tone="accent" icon={Sparkles}>
          {words.sources.suggestion}
        </Badge>
      )}
      {source === 'seed' && <Badge>{words.sources.seed}</Badge>}
      {teachComment !== null && (
        <span title={teachComment} className="line-clamp-2 min-w-0 break-words">
          {teachComment}
        </span>
      )}
      {logId !== null && (
        <Link to="/outputs/$id" params={{ id: logId }} className="text-xs text-accent underline">
          {texts.instructions.itsOutput}
        </Link>
      )}
    </div>
  );
}
