import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useMay } from '../../app/session.ts';
import { ChoiceField } from '../../components/field.tsx';
import { Cell, Row, Table } from '../../components/list.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Card } from '../../components/page.tsx';
import { formatNumber, formatPercent, formatUsd } from '../../formats.ts';
import { formatDuration, type GroupFigures, groupFigures, passRate } from './figures.ts';
import { statisticsQuery } from './queries.ts';
import { type Group, GROUPS, type View } from './search.ts';
import { texts } from './texts.ts';
import { outputsOf } from './time-range.ts';
import { type GroupName, useGroupNames } from './use-group-names.ts';

interface GroupTableProps {
  readonly view: View;
  readonly onGroup: (by: Group) => void;
}

/** Statistics by project, task and so on, most flagged first. */
export function GroupTable({ view, onGroup }: GroupTableProps) {
  const { by, range } = view;
  const groups = useQuery(statisticsQuery(range, 'range', by));
  const keys = groups.data?.map(({ key }) => key) ?? [];
  const nameOf = useGroupNames(view, keys);
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
        {(series) =>
          isOfDecisions(by) ? (
            <Decisions {...{ by, series, nameOf }} />
          ) : (
            <Figures {...{ by, heads: texts.figureHeads }}>
              {groupFigures(series).map((figures) => (
                <GroupRow
                  key={figures.key ?? ''}
                  name={nameOf(figures.key)}
                  {...{ figures, range }}
                />
              ))}
            </Figures>
          )
        }
      </Loaded>
    </Card>
  );
}

const isOfDecisions = (by: Group): by is 'decidedBy' | 'reason' =>
  by === 'decidedBy' || by === 'reason';

// The most important columns; on narrow screens, the others are shown below them.
const FIRST_HEADS: ReadonlySet<string> = new Set([
  ...[texts.figureHeads[0], texts.figureHeads[1], texts.figureHeads[3]],
  ...[texts.decisionHeads[0], texts.decisionHeads[3]],
]);

const widthOf = (head: string): string =>
  FIRST_HEADS.has(head) ? 'max-xl:px-2 max-sm:whitespace-normal' : 'hidden xl:table-cell';

interface FiguresProps {
  readonly by: Group;
  readonly heads: readonly string[];
  readonly children: React.ReactNode;
}

function Figures({ by, heads, children }: FiguresProps) {
  const figureHeads = heads.map((text) => ({ text, className: `text-right ${widthOf(text)}` }));
  return (
    <Table caption={texts.groups[by]} heads={[texts.groupHeads[by], ...figureHeads]}>
      {children}
    </Table>
  );
}

interface DecisionsProps {
  readonly by: 'decidedBy' | 'reason';
  readonly series: Parameters<typeof groupFigures>[0];
  readonly nameOf: (key: string | null) => GroupName;
}

/** The number and speed of decisions, and how many were overridden. */
function Decisions({ by, series, nameOf }: DecisionsProps) {
  const isManager = useMay()('listReviewers');
  return (
    <>
      {series.length === 0 ? (
        <p className="px-4 py-6 text-sm text-soft">{texts.noDecisions[by]}</p>
      ) : (
        <Figures {...{ by, heads: texts.decisionHeads }}>
          {groupFigures(series).map((figures) => (
            <DecisionRow key={figures.key ?? ''} name={nameOf(figures.key)} figures={figures} />
          ))}
        </Figures>
      )}
      {!isManager && <p className="px-4 py-2 text-xs text-faint">{texts.ownOnly}</p>}
    </>
  );
}

function DecisionRow({ figures, name: { text, filter } }: Omit<GroupRowProps, 'range'>) {
  const { runs, overridden, p50DecisionMs, p90DecisionMs } = figures;
  const share = formatPercent(runs === 0 ? 0 : overridden / runs);
  return (
    <FigureRow
      heads={texts.decisionHeads}
      figures={[
        formatNumber(runs),
        p50DecisionMs !== null && formatDuration(p50DecisionMs),
        p90DecisionMs !== null && formatDuration(p90DecisionMs),
        overridden > 0 && texts.overridden(formatNumber(overridden), share),
      ]}
    >
      <Link to="/outputs" search={filter ?? {}} className={NAME_LINK}>
        {text}
      </Link>
    </FigureRow>
  );
}

interface GroupRowProps {
  readonly figures: GroupFigures;
  readonly name: GroupName;
  readonly range: View['range'];
}

function GroupRow({ figures, name: { text, filter }, range }: GroupRowProps) {
  const rate = passRate(figures);
  const { runs, flagged, error, p50DecisionMs, p90DecisionMs, costUsd, judgeCostUsd } = figures;
  const search = filter && { ...outputsOf(range), ...filter };
  return (
    <FigureRow
      heads={texts.figureHeads}
      figures={[
        formatNumber(runs),
        search === null || flagged === 0 ? (
          formatNumber(flagged)
        ) : (
          <Link
            key="flagged"
            to="/outputs"
            search={{ ...search, status: 'flagged' }}
            aria-label={texts.flaggedOf(formatNumber(flagged), text)}
            className="text-accent hover:underline"
          >
            {formatNumber(flagged)}
          </Link>
        ),
        formatNumber(error),
        rate !== null && <Meter key="rate" rate={rate} />,
        p50DecisionMs !== null && formatDuration(p50DecisionMs),
        p90DecisionMs !== null && formatDuration(p90DecisionMs),
        costUsd > 0 && formatUsd(costUsd),
        judgeCostUsd > 0 && formatUsd(judgeCostUsd),
      ]}
    >
      {search === null ? (
        <span className="block truncate text-soft">{text}</span>
      ) : (
        <Link to="/outputs" search={search} className={NAME_LINK}>
          {text}
        </Link>
      )}
    </FigureRow>
  );
}

// As wide as its visible text, since the covered part could not be clicked.
const NAME_LINK = 'block truncate hover:text-accent hover:underline';

interface FigureRowProps {
  readonly heads: readonly string[];
  /** One per header; false if there is none. */
  readonly figures: readonly (string | React.JSX.Element | false)[];
  /** The name of the group. */
  readonly children: React.ReactNode;
}

/** The figures of a group in columns, or partly below on narrow screens. */
function FigureRow({ heads, figures, children }: FigureRowProps) {
  const cells = heads.map((head, place) => ({ head, figure: figures[place] ?? false }));
  const below = cells.filter(({ head, figure }) => figure !== false && !FIRST_HEADS.has(head));
  const line = below.length === 0 ? '' : 'max-xl:border-b-0 max-xl:pb-0.5';
  return (
    <>
      <Row>
        <Cell className={`w-full max-w-0 min-w-24 font-medium ${line}`}>{children}</Cell>
        {cells.map(({ head, figure }) => (
          <Cell
            key={head}
            className={`text-right whitespace-nowrap tabular-nums ${widthOf(head)} ${line}`}
          >
            {figure === false ? <span className="text-faint">–</span> : figure}
          </Cell>
        ))}
      </Row>
      {below.length > 0 && (
        <tr className="group xl:hidden">
          <Cell colSpan={heads.length + 1} className="pt-0 text-xs text-soft">
            <ul className="flex flex-wrap gap-x-3">
              {below.map(({ head, figure }) => (
                <li key={head}>
                  {head} <span className="tabular-nums text-ink">{figure}</span>
                </li>
              ))}
            </ul>
          </Cell>
        </tr>
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
