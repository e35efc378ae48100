import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useMay } from '../../app/session.ts';
import { ChoiceField } from '../../components/field.tsx';
import { Cell, CONTINUED_CLASS, Row, RowBelow, Table, WIDE_CLASS } from '../../components/list.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Card } from '../../components/page.tsx';
import { formatNumber, formatPercent, formatUsd } from '../../formats.ts';
import type { SearchParams } from '../../outputs/search-params.ts';
import { formatDuration, type GroupFigures, groupFigures } from './figures.ts';
import { statisticsQuery } from './queries.ts';
import { type Group, GROUPS, type View } from './search.ts';
import { texts } from './texts.ts';
import { outputsOf } from './time-range.ts';
import { useGroupNames } from './use-group-names.ts';

interface GroupTableProps {
  readonly view: View;
  readonly onGroup: (by: Group) => void;
}

/** Statistics by project, task and so on, most flagged first. */
export function GroupTable({ view, onGroup }: GroupTableProps) {
  const { by } = view;
  const groups = useQuery(statisticsQuery(view.range, 'range', by));
  const nameOf = useGroupNames(view, groups.data?.map(({ key }) => key) ?? []);
  return (
    <Card
      title={texts.groupsTitle}
      isFlush
      actions={
        <ChoiceField
          label={texts.groupBy}
          isLabelHidden
          value={by}
          choices={GROUPS.map((id) => ({ id, text: texts.groups[id] }))}
          onChoose={(chosen) => chosen && onGroup(chosen)}
        />
      }
    >
      <Loaded query={groups} frame={(failure) => <div className="p-3">{failure}</div>}>
        {(series) => <Groups {...{ view, nameOf }} groups={groupFigures(series)} />}
      </Loaded>
    </Card>
  );
}

interface GroupsProps {
  readonly view: View;
  readonly nameOf: ReturnType<typeof useGroupNames>;
  readonly groups: readonly GroupFigures[];
}

function Groups({ view: { by, range }, nameOf, groups }: GroupsProps) {
  const isManager = useMay()('listReviewers');
  const isOfDecisions = by === 'decidedBy' || by === 'reason';
  const columns = isOfDecisions ? OF_DECISIONS : OF_OUTPUTS;
  return (
    <>
      {isOfDecisions && groups.length === 0 ? (
        <p className="px-4 py-6 text-sm text-soft">{texts.noDecisions[by]}</p>
      ) : (
        <Table
          caption={texts.groups[by]}
          heads={[
            texts.groupHeads[by],
            ...columns.map((column) => ({
              text: column.head,
              className: `text-right ${widthOf(column)}`,
            })),
          ]}
        >
          {groups.map((figures) => {
            const { text, filter } = nameOf(figures.key);
            // Decisions may be of outputs from before the range.
            const search = isOfDecisions
              ? (filter ?? {})
              : filter && { ...outputsOf(range), ...filter };
            return <GroupRow key={figures.key ?? ''} {...{ figures, columns, text, search }} />;
          })}
        </Table>
      )}
      {isOfDecisions && !isManager && (
        <p className="px-4 py-2 text-xs text-faint">{texts.ownOnly}</p>
      )}
    </>
  );
}

interface GroupName {
  readonly text: string;
  /** Finds its outputs; null if no search can. */
  readonly search: SearchParams | null;
}

interface Column {
  readonly head: string;
  /** The most important ones; on narrow screens, the others are below them. */
  readonly isFirst?: boolean;
  /** False if there is no figure. */
  readonly show: (figures: GroupFigures, name: GroupName) => ReactNode;
}

const DECISION_TIMES: readonly Column[] = [
  { head: texts.heads.median, show: ({ p50DecisionMs: ms }) => ms !== null && formatDuration(ms) },
  { head: texts.heads.p90, show: ({ p90DecisionMs: ms }) => ms !== null && formatDuration(ms) },
];

const OF_OUTPUTS: readonly Column[] = [
  { head: texts.heads.outputs, isFirst: true, show: ({ runs }) => formatNumber(runs) },
  { head: texts.heads.flagged, isFirst: true, show: showFlagged },
  { head: texts.heads.errors, show: ({ error }) => formatNumber(error) },
  {
    head: texts.heads.passRate,
    isFirst: true,
    show: ({ runs, pass }) => runs > 0 && <Meter rate={pass / runs} />,
  },
  ...DECISION_TIMES,
  { head: texts.heads.cost, show: ({ costUsd }) => costUsd > 0 && formatUsd(costUsd) },
  {
    head: texts.heads.judgeCost,
    show: ({ judgeCostUsd }) => judgeCostUsd > 0 && formatUsd(judgeCostUsd),
  },
];

const OF_DECISIONS: readonly Column[] = [
  { head: texts.heads.decisions, isFirst: true, show: ({ runs }) => formatNumber(runs) },
  ...DECISION_TIMES,
  {
    head: texts.heads.overridden,
    isFirst: true,
    show: ({ runs, overridden }) =>
      overridden > 0 &&
      texts.overridden(formatNumber(overridden), formatPercent(runs === 0 ? 0 : overridden / runs)),
  },
];

const widthOf = ({ isFirst }: Column): string =>
  isFirst ? 'max-xl:px-2 max-sm:whitespace-normal' : WIDE_CLASS;

function showFlagged({ flagged }: GroupFigures, { text, search }: GroupName): ReactNode {
  if (search === null || flagged === 0) return formatNumber(flagged);
  return (
    <Link
      to="/outputs"
      search={{ ...search, status: 'flagged' }}
      aria-label={texts.flaggedOf(formatNumber(flagged), text)}
      className="text-accent hover:underline"
    >
      {formatNumber(flagged)}
    </Link>
  );
}

interface GroupRowProps extends GroupName {
  readonly figures: GroupFigures;
  readonly columns: readonly Column[];
}

/** The figures of a group in columns, or partly below on narrow screens. */
function GroupRow({ figures, columns, text, search }: GroupRowProps) {
  const cells = columns.map((column) => ({
    ...column,
    figure: column.show(figures, { text, search }),
  }));
  const below = cells.filter(({ isFirst, figure }) => !isFirst && figure !== false);
  const line = below.length === 0 ? '' : CONTINUED_CLASS;
  return (
    <>
      <Row>
        <Cell className={`w-full max-w-0 min-w-24 font-medium ${line}`}>
          {search === null ? (
            <span className="block truncate text-soft">{text}</span>
          ) : (
            <Link
              to="/outputs"
              search={search}
              className="block truncate hover:text-accent hover:underline"
            >
              {text}
            </Link>
          )}
        </Cell>
        {cells.map(({ figure, ...column }) => (
          <Cell
            key={column.head}
            className={`text-right whitespace-nowrap tabular-nums ${widthOf(column)} ${line}`}
          >
            {figure === false ? <span className="text-faint">–</span> : figure}
          </Cell>
        ))}
      </Row>
      {below.length > 0 && (
        <RowBelow columns={columns.length + 1}>
          <ul className="flex flex-wrap gap-x-3">
            {below.map(({ head, figure }) => (
              <li key={head}>
                {head} <span className="tabular-nums text-ink">{figure}</span>
              </li>
            ))}
          </ul>
        </RowBelow>
      )}
    </>
  );
}

/** A share as a number and a bar. */
function Meter({ rate }: { readonly rate: number }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-hidden
        className="hidden h-1.5 w-16 overflow-hidden rounded-full bg-sunken sm:block"
      >
        <span className="block h-full bg-chart-pass" style={{ width: `${rate * 100}%` }} />
      </span>
      <span className="inline-block min-w-12">{formatPercent(rate)}</span>
    </span>
  );
}
