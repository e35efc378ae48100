import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Truck } from 'lucide-react';

import { api, take } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { HeadCell, Table } from '../../components/table.tsx';
import { askAgainIn, type ListedDelivery } from '../../deliveries/delivery-queries.ts';
import { texts } from '../../texts.ts';
import type { DeliveriesSearch } from './deliveries-search.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryRow } from './delivery-row.tsx';

const LIMIT = 50;

const route = getRouteApi('/shell/deliveries');
const { deliveries: words } = texts;

/** What went out, and what came of it. */
export function DeliveriesPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const show = (wanted: DeliveriesSearch): void =>
    void navigate({ to: '/deliveries', search: wanted });
  const { data, error, refetch } = useQuery({
    queryKey: ['deliveries', 'list', search],
    queryFn: ({ signal }) => {
      const query = { page: 1, ...search, limit: LIMIT };
      return take(api.GET('/api/deliveries', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      askAgainIn(state.data?.items.map((delivery) => delivery.state) ?? []),
  });
  const isFiltered = Object.keys(search).some((name) => name !== 'page');
  return (
    <Page title={words.title} description={words.description}>
      <DeliveryFilters key={search.logId ?? ''} search={search} onChange={show} />
      {error && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data?.total === 0 && (
        <EmptyState
          icon={Truck}
          title={isFiltered ? words.noneFound : words.none}
          text={isFiltered ? words.noneFoundText : words.noneText}
        />
      )}
      {data && data.total > 0 && (
        <Card isFlush>
          <DeliveryTable deliveries={data.items} />
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

function DeliveryTable({ deliveries }: { readonly deliveries: readonly ListedDelivery[] }) {
  return (
    <Table caption={words.title}>
      <thead>
        <tr>
          <HeadCell>{words.when}</HeadCell>
          <HeadCell>{words.event}</HeadCell>
          <HeadCell className="hidden md:table-cell">{words.to}</HeadCell>
          <HeadCell className="hidden lg:table-cell">{words.output}</HeadCell>
          <HeadCell>{words.state}</HeadCell>
          <HeadCell className="hidden text-right sm:table-cell">{words.attempts}</HeadCell>
          <HeadCell className="hidden sm:table-cell">{words.lastAnswer}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </tbody>
    </Table>
  );
}
