import { getRouteApi } from '@tanstack/react-router';
import { ArrowUp, Download, Inbox, SearchX } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';

import { useKeys } from '../../app/keyboard.tsx';
import { useIsAt } from '../../app/navigate-after.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, FailureNotice, Loading } from '../../components/loaded.tsx';
import { useTitle } from '../../components/page.tsx';
import { formatNumber, formatPercent } from '../../formats.ts';
import { ColumnMenu, columnsOf } from './columns.tsx';
import { ActiveFilters, type Change, FilterBar, isNarrowed } from './filter-bar.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import { OutputTable } from './output-table.tsx';
import { useFoundOutputs } from './queries.ts';
import type { Found as FoundPage } from '../../outputs/queries.ts';
import { readSearchParams, type SearchParams } from '../../outputs/search-params.ts';
import { ViewBar } from '../../views/view-bar.tsx';
import { texts } from './texts.ts';
import { isBuiltIn, ViewTabs } from './view-tabs.tsx';

const route = getRouteApi('/shell/outputs');

/** All outputs. The filters are in the URL, so that a view can be linked. */
export function SearchPage() {
  useTitle(texts.title);
  const params = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const [isFiltering, setFiltering] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isHere = useIsAt('/outputs');
  const change: Change = useCallback(
    (changed) => {
      if (!isHere()) return;
      void navigate({
        search: (given) => {
          const before = readSearchParams(given);
          return readSearchParams({
            ...before,
            ...(typeof changed === 'function' ? changed(before) : changed),
          });
        },
        replace: true,
        resetScroll: false,
      });
    },
    [isHere, navigate],
  );
  useKeys({ '/': () => field.current?.focus() });
  const columns = columnsOf(params);
  const found = useFoundOutputs(params, columns);
  const { summary } = found.latest ?? {};
  return (
    <div className="flex flex-col gap-3 px-4 py-5 md:h-full md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-xl">{texts.title}</h1>
        {summary && <SummaryLine summary={summary} />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-1">
          <ViewTabs params={params} />
          <ViewBar
            page="outputs"
            params={params}
            read={readSearchParams}
            isWorthSaving={!isBuiltIn(params)}
            onOpen={(view) => change({ view })}
          />
        </div>
        <div className="flex items-center gap-2">
          {may('exportOutputs') && (
            <Button size="small" tone="quiet" icon={Download} onClick={() => setExporting(true)}>
              {texts.export.button}
            </Button>
          )}
          <ColumnMenu columns={columns} onChange={change} />
        </div>
      </div>
      <FilterBar
        params={params}
        onChange={change}
        onMore={() => setFiltering(true)}
        field={field}
      />
      <ActiveFilters params={params} onChange={change} />
      <Found {...{ found, columns, params }} onChange={change} />
      {isExporting && <ExportDialog params={params} onClose={() => setExporting(false)} />}
      {isFiltering && (
        <FilterDialog params={params} onChange={change} onClose={() => setFiltering(false)} />
      )}
    </div>
  );
}

type FoundProps = Omit<Parameters<typeof OutputTable>[0], 'outputs' | 'total' | 'onMore'> & {
  readonly found: ReturnType<typeof useFoundOutputs>;
};

function Found({ found: { list, outputs, arrived, latest }, ...view }: FoundProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (list.isPending) return <Loading lines={9} />;
  if (list.isError && outputs.length === 0) {
    return <FailureNotice error={list.error} onRetry={() => void list.refetch()} />;
  }
  return (
    <>
      <div role="status" className="empty:hidden">
        {arrived > 0 && (
          <Button
            size="small"
            icon={ArrowUp}
            className="w-full border-accent! text-accent!"
            onClick={() => void list.refetch()}
          >
            {texts.arrived(arrived)}
          </Button>
        )}
      </div>
      {outputs.length === 0 ? (
        <NoOutputs params={view.params} />
      ) : (
        <OutputTable
          {...view}
          outputs={outputs}
          total={latest?.total ?? outputs.length}
          onMore={hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? more : null}
        />
      )}
      {isFetchNextPageError && <FailureNotice error={list.error ?? new Error()} onRetry={more} />}
    </>
  );
}

function NoOutputs({ params }: { readonly params: SearchParams }) {
  return isNarrowed(params) ? (
    <EmptyState icon={SearchX} title={texts.empty} text={texts.emptyText} />
  ) : (
    <EmptyState icon={Inbox} title={texts.unused} text={texts.unusedText} />
  );
}

/** A summary of all matches, not only of the loaded ones. */
function SummaryLine({ summary }: Pick<FoundPage, 'summary'>) {
  const { totalRuns, failuresDetected, pendingReviews, successRate } = summary;
  const isRated = successRate > 0 || failuresDetected > 0;
  const figures: readonly (readonly [string, string])[] = [
    [texts.summary.runs, formatNumber(totalRuns)],
    [texts.summary.held, formatNumber(failuresDetected)],
    [texts.summary.waiting, formatNumber(pendingReviews)],
    // The API returns 0 if there are no results yet.
    [texts.summary.passed, isRated ? formatPercent(successRate) : '–'],
  ];
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {figures.map(([name, figure]) => (
        <div key={name} className="flex items-baseline gap-1.5">
          <dt className="text-faint">{name}</dt>
          <dd className="font-semibold tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
