import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';

import { useMay } from '../../app/session.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { texts } from '../../texts.ts';
import { anyOutputQuery } from './statistics-queries.ts';

const { overview: words } = texts;
const LINK_CLASS =
  'inline-flex h-8 items-center rounded-md border border-line bg-raised px-3 text-sm font-medium shadow-card hover:bg-sunken';

/** Says what to do where nothing was counted: nothing at all yet, or not in this time. */
export function NothingToShow() {
  const may = useMay();
  const any = useQuery(anyOutputQuery);
  if (any.isPending) return <Loading />;
  if (any.isError) return <FailureNotice error={any.error} onRetry={() => void any.refetch()} />;
  if (any.data) {
    return (
      <EmptyState icon={ChartColumn} title={words.quiet} text={words.quietText}>
        <Link to="/overview" search={{ range: '30d' }} className={LINK_CLASS}>
          {words.showMonth}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ChartColumn} title={words.empty} text={words.emptyText}>
      {may('listTokens') && (
        <Link to="/tokens" className={LINK_CLASS}>
          {words.toTokens}
        </Link>
      )}
    </EmptyState>
  );
}
