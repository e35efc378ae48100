import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { ChartCard } from './chart-card.tsx';
import { formatTime } from '../../formats/times.ts';
import { GroupTable } from './group-table.tsx';
import { HeadlineFigures } from './headline-figures.tsx';
import { NothingToShow } from './nothing-to-show.tsx';
import { type ChangeView, readOverviewSearch, type View, viewOf } from './overview-search.ts';
import { picturesOf } from './pictures.ts';
import { RangeBar } from './range-bar.tsx';
import { statisticsQuery } from './statistics-queries.ts';
import { previousRange } from './time-range.ts';
import { usePresentHour } from './use-present-hour.ts';

const route = getRouteApi('/shell/overview');
const { overview: words } = texts;

/** What happened over time; the view stands in the address, and everything leads to the outputs behind it. */
export function OverviewPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const view = viewOf(search, usePresentHour());
  const change: ChangeView = (changed) =>
    void navigate({ search: (before) => readOverviewSearch({ ...before, ...changed }) });
  const { from, to } = view.range;
  return (
    <Page
      title={words.title}
      description={
        view.preset === null
          ? words.between(formatTime(from), formatTime(to))
          : words.since(formatTime(from))
      }
      actions={<RangeBar {...{ view, change }} />}
    >
      <Statistics view={view} onGroup={(by) => change({ by })} />
    </Page>
  );
}

interface StatisticsProps {
  readonly view: View;
  readonly onGroup: (by: View['by']) => void;
}

function Statistics({ view, onGroup }: StatisticsProps) {
  const { range, interval } = view;
  const whole = useQuery(statisticsQuery(range, 'range'));
  const before = useQuery(statisticsQuery(previousRange(range, interval), 'range'));
  const overTime = useQuery(statisticsQuery(range, interval));
  const failed = [whole, before, overTime].find(({ isError }) => isError);
  if (failed?.error) {
    return <FailureNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!whole.data || !before.data || !overTime.data) return <Loading lines={9} />;
  const now = whole.data[0]?.points[0];
  const points = overTime.data[0]?.points;
  if (!now || !points) return <NothingToShow />;
  return (
    <div className="space-y-4">
      <HeadlineFigures {...{ now, view }} before={before.data[0]?.points[0] ?? null} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
        {picturesOf(points).map((picture) => (
          <ChartCard key={picture.title} {...{ picture, points, view }} />
        ))}
      </div>
      <GroupTable {...{ view, onGroup }} />
      <p className="text-xs text-faint">{words.counting}</p>
    </div>
  );
}
