import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';

import { useMay } from '../../app/session.ts';
import { ButtonLink } from '../../components/button.tsx';
import { EmptyState, FailureNotice, Loaded, Loading } from '../../components/loaded.tsx';
import { useNow } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { formatTime, formatZonedTime } from '../../formats.ts';
import { anyOutputQuery } from '../../outputs/queries.ts';
import { ChartCard } from './chart-card.tsx';
import { GroupTable } from './group-table.tsx';
import { HeadlineFigures } from './headline-figures.tsx';
import { picturesOf } from './pictures.ts';
import { statisticsQuery } from './queries.ts';
import { RangeBar } from './range-bar.tsx';
import { type ChangeView, readOverviewSearch, type View, viewOf } from './search.ts';
import { texts } from './texts.ts';
import { previousRange } from './time-range.ts';

const route = getRouteApi('/shell/overview');

/** The overview page. Its view is in the URL, and all figures link to their outputs. */
export function OverviewPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // It consists of whole hours, so it changes once per hour.
  const view = viewOf(search, useNow());
  const change: ChangeView = (changed) =>
    void navigate({
      search: (before) => readOverviewSearch({ ...before, ...changed }),
      // The choice of groups is at the bottom of the page.
      resetScroll: false,
    });
  const { from, to } = view.range;
  return (
    <Page
      title={texts.title}
      description={
        view.preset === null
          ? texts.between(formatTime(from), formatZonedTime(to))
          : texts.since(formatZonedTime(from))
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
  const failure = failed?.error && (
    <FailureNotice error={failed.error} onRetry={() => void failed.refetch()} />
  );
  if (!whole.data || !before.data || !overTime.data) return failure ?? <Loading lines={9} />;
  const now = whole.data[0]?.points[0];
  const points = overTime.data[0]?.points;
  if (!now || !points) {
    return (
      <>
        {failure}
        <NothingToShow />
      </>
    );
  }
  return (
    <div className="space-y-4">
      {failure}
      <HeadlineFigures {...{ now, view }} before={before.data[0]?.points[0] ?? null} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
        {picturesOf(points).map((picture) => (
          <ChartCard key={picture.title} {...{ picture, points, view }} />
        ))}
      </div>
      <GroupTable {...{ view, onGroup }} />
      <p className="text-xs text-faint">{texts.counting}</p>
    </div>
  );
}

/** Shown without data, with what to do: nothing was ever counted, or nothing in this range. */
function NothingToShow() {
  const may = useMay();
  const any = useQuery(anyOutputQuery);
  return (
    <Loaded query={any} stale="goes">
      {(isAny) =>
        isAny ? (
          <EmptyState icon={ChartColumn} title={texts.quiet} text={texts.quietText}>
            <ButtonLink to="/overview" search={{ range: '30d' }}>
              {texts.showMonth}
            </ButtonLink>
          </EmptyState>
        ) : (
          <EmptyState icon={ChartColumn} title={texts.empty} text={texts.emptyText}>
            {may('listTokens') && <ButtonLink to="/tokens">{texts.toTokens}</ButtonLink>}
          </EmptyState>
        )
      }
    </Loaded>
  );
}
