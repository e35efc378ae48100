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

/** The range by project, task and so on, those with most flagged first. */
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

interface FiguresProps {
  readonly by: Group;
  readonly heads: readonly string[];
  readonly children: React.ReactNode;
}

function Figures({ by, heads, children }: FiguresProps) {
  const figureHeads = heads.map((text) => ({ text, className: 'text-right' }));
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

/** How many decisions, how fast, and how many of them did not stand. */
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
    <Row>
      <Cell className="max-w-80 truncate font-medium">
        <Link to="/outputs" search={filter ?? {}} className="hover:text-accent hover:underline">
          {text}
        </Link>
      </Cell>
      <NumberCell>{formatNumber(runs)}</NumberCell>
      <NumberCell>{p50DecisionMs !== null && formatDuration(p50DecisionMs)}</NumberCell>
      <NumberCell>{p90DecisionMs !== null && formatDuration(p90DecisionMs)}</NumberCell>
      <NumberCell>{overridden > 0 && texts.overridden(formatNumber(overridden), share)}</NumberCell>
    </Row>
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
    <Row>
      <Cell className="max-w-80 truncate font-medium">
        {search === null ? (
          <span className="text-soft">{text}</span>
        ) : (
          <Link to="/outputs" search={search} className="hover:text-accent hover:underline">
            {text}
          </Link>
        )}
      </Cell>
      <NumberCell>{formatNumber(runs)}</NumberCell>
      <NumberCell>
        {search === null || flagged === 0 ? (
          formatNumber(flagged)
        ) : (
          <Link
            to="/outputs"
            search={{ ...search, status: 'flagged' }}
            aria-label={texts.flaggedOf(formatNumber(flagged), text)}
            className="text-accent hover:underline"
          >
            {formatNumber(flagged)}
          </Link>
        )}
      </NumberCell>
      <NumberCell>{formatNumber(error)}</NumberCell>
      <NumberCell>{rate !== null && <Meter rate={rate} />}</NumberCell>
      <NumberCell>{p50DecisionMs !== null && formatDuration(p50DecisionMs)}</NumberCell>
      <NumberCell>{p90DecisionMs !== null && formatDuration(p90DecisionMs)}</NumberCell>
      <NumberCell>{costUsd > 0 && formatUsd(costUsd)}</NumberCell>
      <NumberCell>{judgeCostUsd > 0 && formatUsd(judgeCostUsd)}</NumberCell>
    </Row>
  );
}

function NumberCell({ children }: { readonly children: string | React.JSX.Element | false }) {
  return (
    <Cell className="text-right whitespace-nowrap tabular-nums">
      {children || <span className="text-faint">–</span>}
    </Cell>
  );
}

/** A share as a figure, and as long as it is. */
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
