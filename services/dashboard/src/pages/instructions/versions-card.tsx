import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GitCompare, RotateCcw, Sparkles } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';

import { useMay } from '../../app/session.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Cell, CONTINUED_CLASS, Row, RowBelow, Table, WIDE_CLASS } from '../../components/list.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { formatNumber, formatPercent } from '../../formats.ts';
import { CountLink } from '../../outputs/output-link.tsx';
import { OutputText } from '../../outputs/output-text.tsx';
import type { SearchParams } from '../../outputs/search-params.ts';
import { texts as outputTexts } from '../../outputs/texts.ts';
import {
  type DocumentProps,
  resultsQuery,
  type Version,
  type VersionResults,
  versionsQuery,
} from './queries.ts';
import type { DocumentNames } from './search.ts';
import { texts } from './texts.ts';
import { CompareDialog, RestoreDialog, VersionText } from './version-dialogs.tsx';

const words = texts.versions;

const SHOWN_AT_ONCE = 20;
const FIGURE_HEADS = [words.runs, words.passed, words.flagged, words.decided];

/** The list of versions, with their results. */
export function VersionsCard({ names, current }: DocumentProps) {
  const versions = useQuery(versionsQuery(names));
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
      <Loaded
        query={versions}
        stale="alone"
        frame={(failure) => <div className="p-4">{failure}</div>}
      >
        {(list) => (
          <VersionTable {...{ names, results, latest }} versions={list} onAct={setAction} />
        )}
      </Loaded>
      {action?.kind === 'read' && (
        <DialogFrame onClose={close} size="full" title={outputTexts.versionN(action.version)}>
          <VersionText names={names} version={action.version}>
            {(text) => <OutputText title={texts.text} text={text} />}
          </VersionText>
        </DialogFrame>
      )}
      {action?.kind === 'compare' && versions.data && (
        <CompareDialog
          {...{ names, results }}
          versions={versions.data}
          newer={action.version}
          onClose={close}
        />
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
      <Table
        caption={words.title}
        heads={[
          ...[words.version, words.saved, { text: words.reason, className: WIDE_CLASS }],
          ...FIGURE_HEADS.map((text) => ({ text, className: `text-right ${WIDE_CLASS}` })),
          { text: words.actions, isHidden: true },
        ]}
      >
        {versions.slice(0, shown).map((version) => (
          <VersionRow
            key={version.version}
            {...{ names, version, onAct }}
            results={results.find((one) => one.version === version.version)}
            isCurrent={version.version === latest}
          />
        ))}
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

/** An action on a version. */
interface VersionAction {
  readonly kind: 'read' | 'compare' | 'restore';
  readonly version: number;
}

interface VersionRowProps {
  readonly names: DocumentNames;
  readonly version: Version;
  /** Undefined if no output ran with it. */
  readonly results: VersionResults | undefined;
  readonly isCurrent: boolean;
  readonly onAct: (action: VersionAction) => void;
}

function VersionRow({ names, version, results, isCurrent, onAct }: VersionRowProps) {
  const may = useMay();
  const { version: number, updatedAt, createdBy } = version;
  const figures = results && figuresOf(results, { ...names, instructionsVersion: number });
  return (
    <>
      <Row>
        <Cell className={`whitespace-nowrap ${CONTINUED_CLASS}`}>
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
        <Cell className={`text-soft max-xl:w-full xl:min-w-56 ${CONTINUED_CLASS}`}>
          <Moment at={updatedAt} />
          <span title={createdBy} className="line-clamp-1 text-xs break-all text-faint">
            {createdBy}
          </span>
        </Cell>
        <Cell className={`w-1/2 min-w-40 text-soft ${WIDE_CLASS}`}>
          <Reason version={version} />
        </Cell>
        {figures?.map((figure, place) => (
          <Cell
            key={FIGURE_HEADS[place]}
            className={`text-right whitespace-nowrap tabular-nums ${WIDE_CLASS}`}
          >
            {figure}
          </Cell>
        )) ?? (
          <Cell
            colSpan={FIGURE_HEADS.length}
            className={`text-right text-xs whitespace-nowrap text-faint ${WIDE_CLASS}`}
          >
            {words.noRuns}
          </Cell>
        )}
        <Cell className={`py-1 text-right whitespace-nowrap ${CONTINUED_CLASS}`}>
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
      <RowBelow columns={3}>
        <Reason version={version} />
        <ul className="mt-0.5 flex flex-wrap gap-x-3 tabular-nums">
          {figures?.map((figure, place) => (
            <li key={FIGURE_HEADS[place]}>
              {FIGURE_HEADS[place]} {figure}
            </li>
          )) ?? <li>{words.noRuns}</li>}
        </ul>
      </RowBelow>
    </>
  );
}

/** The reason for a version, if given, and its source. */
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
        <span title={teachComment} className="line-clamp-2 min-w-0 wrap-anywhere">
          {teachComment}
        </span>
      )}
      {logId !== null && (
        <Link to="/outputs/$id" params={{ id: logId }} className="text-xs text-accent underline">
          {texts.itsOutput}
        </Link>
      )}
    </div>
  );
}

/** The results of a version in the order of `FIGURE_HEADS`, linked to its outputs. */
function figuresOf(
  { runs, successRate, flagged, decided }: VersionResults,
  view: SearchParams,
): readonly ReactNode[] {
  return [
    <CountLink key="runs" n={runs} search={view} />,
    <Fragment key="passed">
      <CountLink n={runs} search={{ ...view, status: 'pass' }} text={formatPercent(successRate)} />
      <span
        aria-hidden
        className="mt-1 ml-auto hidden h-1 w-14 overflow-hidden rounded-full bg-line xl:block"
      >
        <span
          className="block h-full rounded-full bg-ok"
          style={{ width: `${successRate * 100}%` }}
        />
      </span>
    </Fragment>,
    <CountLink key="flagged" n={flagged} search={{ ...view, status: 'flagged' }} />,
    <span key="decided" className={decided === 0 ? 'text-faint' : ''}>
      {formatNumber(decided)}
    </span>,
  ];
}
