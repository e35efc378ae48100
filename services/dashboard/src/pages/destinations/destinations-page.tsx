import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { ListCard } from '../../components/list.tsx';
import { Page } from '../../components/page.tsx';
import { destinationsQuery } from '../../deliveries/queries.ts';
import { type Asked, DestinationDialog, NewSubscriptionDialog } from './destination-dialogs.tsx';
import { DestinationRow } from './destination-row.tsx';
import { texts } from './texts.ts';

/** The destinations of output events and their states. */
export function DestinationsPage() {
  const [page, onPage] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const may = useMay();
  const query = useQuery({ ...destinationsQuery(page), placeholderData: keepPreviousData });
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={
        may('createSubscription') && (
          <Button tone="primary" icon={Plus} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      <ListCard
        {...{ query, page, onPage }}
        caption={texts.title}
        heads={[
          texts.where,
          { text: texts.events, className: 'hidden lg:table-cell' },
          texts.state,
          { text: texts.waiting, className: 'hidden text-right md:table-cell' },
          { text: texts.dead, className: 'hidden text-right md:table-cell' },
          { text: texts.lastDelivered, className: 'hidden md:table-cell' },
          { text: texts.actions, isHidden: true },
        ]}
      >
        {(destination) => (
          <DestinationRow
            key={destination.id}
            destination={destination}
            onAsk={(what) => setAsked({ what, destination })}
          />
        )}
      </ListCard>
      {isAdding && <NewSubscriptionDialog onClose={() => setAdding(false)} />}
      {asked && <DestinationDialog asked={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}
