import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FileClock } from 'lucide-react';

import { api, take } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { HeadCell, Table } from '../../components/table.tsx';
import { texts } from '../../texts.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { type AuditSearch, queryOf } from './audit-search.ts';

const LIMIT = 50;

const route = getRouteApi('/shell/audit');
const { audit: words } = texts;

export function AuditPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const show = (wanted: AuditSearch): void => void navigate({ to: '/audit', search: wanted });
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', search],
    queryFn: ({ signal }) =>
      take(api.GET('/api/audit', { params: { query: queryOf(search, LIMIT) }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={words.title} description={words.description}>
      <AuditFilters key={JSON.stringify(search)} search={search} onChange={show} />
      {error && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data?.total === 0 && (
        <EmptyState icon={FileClock} title={words.none} text={words.noneText} />
      )}
      {data && data.total > 0 && (
        <Card isFlush>
          <Table caption={words.title}>
            <thead>
              <tr>
                <HeadCell>{words.when}</HeadCell>
                <HeadCell>{words.who}</HeadCell>
                <HeadCell>{words.what}</HeadCell>
                <HeadCell className="hidden lg:table-cell">{words.change}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {data.items.map((record) => (
                <AuditRow key={record.seq} record={record} />
              ))}
            </tbody>
          </Table>
          <Pager
            page={data.page}
            limit={LIMIT}
            total={data.total}
            onPage={(page) => show({ ...search, page })}
          />
        </Card>
      )}
    </Page>
  );
}
