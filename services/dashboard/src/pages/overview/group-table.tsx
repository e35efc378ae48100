import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { FailureNotice } from '../../components/failure-notice.tsx';
import { SelectField } from '../../components/field.tsx';
import { Loading } from '../../components/loading.tsx';
import { Card } from '../../components/page.tsx';
import { Cell, HeadCell, Row, Table } from '../../components/table.tsx';
import { texts } from '../../texts.ts';
import { type GroupFigures, groupFigures, passRate } from './figures.ts';
import { formatNumber, formatPercent, formatUsd } from '../../formats/numbers.ts';
import { formatDuration } from './formats.ts';
import { type GroupName, outputsOf } from './output-links.ts';
import { type Group, GROUPS, type View } from './overview-search.ts';
import { statisticsQuery } from './statistics-queries.ts';
import { useGroupNames } from './use-group-names.ts';

const { overview: words } = texts;

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
      title={words.groupsTitle}
      isFlush
      actions={
        <SelectField
          label={words.groupBy}
          isLabelHidden
          value={by}
          onChange={({ target }) => {
            const chosen = GROUPS.find((group) => group === target.value);
            if (chosen) onGroup(chosen);
          }}
        >
          {GROUPS.map((group) => (
            <option key={group} value={group}>
              {words.groups[group]}
            </option>
          ))}
        </SelectField>
      }
    >
      {groups.isPending ? (
        <Loading />
      ) : groups.isError ? (
        <FailureNotice error={groups.error} onRetry={() => void groups.refetch()} />
      ) : (
        <Table caption={words.groups[by]}>
          <thead>
            <tr>
              <HeadCell>{words.groupHeads[by]}</HeadCell>
              {words.figureHeads.map((head) => (
                <HeadCell key={head} className="text-right">
                  {head}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {groupFigures(groups.data).map((figures) => (
              <GroupRow
                key={figures.key ?? ''}
                name={nameOf(figures.key)}
                {...{ figures, range }}
              />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
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
            aria-label={words.flaggedOf(formatNumber(flagged), text)}
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
