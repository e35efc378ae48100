import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { HeadCell, Table } from '../../components/table.tsx';
import { type Destination, destinationsQuery } from '../../deliveries/delivery-queries.ts';
import { texts } from '../../texts.ts';
import type { Asked } from './asked.ts';
import { DestinationDialogs } from './destination-dialogs.tsx';
import { DestinationRow } from './destination-row.tsx';
import { NewSubscriptionDialog } from './new-subscription-dialog.tsx';

const { destinations: words } = texts;

/** Who is told of outputs, and how that goes. */
export function DestinationsPage() {
  const [page, setPage] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const may = useMay();
  const { data, error, refetch } = useQuery({
    ...destinationsQuery(page),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={
        may('createSubscription') && (
          <Button tone="primary" icon={Plus} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )
      }
    >
      {error && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && (
        <Card isFlush>
          <DestinationTable destinations={data.items} onAsk={setAsked} />
          <Pager page={page} limit={data.limit} total={data.total} onPage={setPage} />
        </Card>
      )}
      {isAdding && <NewSubscriptionDialog onClose={() => setAdding(false)} />}
      {asked && <DestinationDialogs asked={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}

interface DestinationTableProps {
  readonly destinations: readonly Destination[];
  readonly onAsk: (asked: Asked) => void;
}

function DestinationTable({ destinations, onAsk }: DestinationTableProps) {
  return (
    <Table caption={words.title}>
      <thead>
        <tr>
          <HeadCell>{words.where}</HeadCell>
          <HeadCell className="hidden lg:table-cell">{words.events}</HeadCell>
          <HeadCell>{words.state}</HeadCell>
          <HeadCell className="hidden text-right md:table-cell">{words.waiting}</HeadCell>
          <HeadCell className="hidden text-right md:table-cell">{words.dead}</HeadCell>
          <HeadCell className="hidden md:table-cell">{words.lastDelivered}</HeadCell>
          <HeadCell>
            <span className="sr-only">{words.actions}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {destinations.map((destination) => (
          <DestinationRow
            key={destination.id}
            destination={destination}
            onAsk={(what) => onAsk({ what, destination })}
          />
        ))}
      </tbody>
    </Table>
  );
}
