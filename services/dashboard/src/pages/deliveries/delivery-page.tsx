import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';

import { api, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { BackLink, Card, Page } from '../../components/page.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { AttemptList, DeliveryStateBadge } from '../../deliveries/delivery-state.tsx';
import { wordOfEvent } from '../../deliveries/destinations.tsx';
import { askAgainIn, type Delivery } from '../../deliveries/queries.ts';
import { JsonView } from '../../outputs/json-view.tsx';
import { OutputLink } from '../../outputs/output-link.tsx';
import { timelineQuery } from '../../outputs/queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/shell/deliveries/$id');

/** One delivery: its payload, and the response to each attempt. */
export function DeliveryPage() {
  const { id } = route.useParams();
  const delivery = useQuery({
    queryKey: ['deliveries', 'one', id],
    queryFn: ({ signal }) =>
      take(api.GET('/api/deliveries/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => askAgainIn(state.data ? [state.data.state] : []),
  });
  return (
    <Loaded query={delivery} stale="goes" lines={10} pageTitle={texts.one}>
      {(found) => <DeliveryInFull delivery={found} />}
    </Loaded>
  );
}

function DeliveryInFull({ delivery }: { readonly delivery: Delivery }) {
  const { id, event, body, attempts } = delivery;
  return (
    <Page
      title={texts.ofEvent(wordOfEvent(event))}
      description={
        <span className="flex flex-wrap items-center gap-x-3">
          <BackLink to="/deliveries" text={texts.back} />
          <span className="font-mono text-xs wrap-anywhere">{id}</span>
        </span>
      }
      actions={<ReplayButton delivery={delivery} />}
    >
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-5">
          <Card title={texts.attempts}>
            <AttemptList attempts={attempts} />
          </Card>
          <Card title={texts.body}>
            {body === null ? (
              <p className="text-sm text-soft">{texts.noBody}</p>
            ) : (
              <JsonView label={texts.body} value={body} />
            )}
          </Card>
        </div>
        <Card title={texts.details}>
          <DeliveryFacts delivery={delivery} />
        </Card>
      </div>
    </Page>
  );
}

function ReplayButton({ delivery: { id, logId } }: { readonly delivery: Delivery }) {
  const may = useMay();
  const queryClient = useQueryClient();
  const replay = useMutation({
    mutationFn: () => take(api.POST('/api/deliveries/{id}/replay', { params: { path: { id } } })),
    onSuccess: () => {
      showToast(texts.replayed);
      // There are no live events for deliveries, which the output page shows too.
      if (logId !== null) {
        void queryClient.invalidateQueries({ queryKey: timelineQuery(logId).queryKey });
      }
      return queryClient.invalidateQueries({ queryKey: ['deliveries'] });
    },
    onError: showFailure,
  });
  if (!may('replayDelivery')) return null;
  return (
    <Button icon={RotateCw} isBusy={replay.isPending} onClick={() => replay.mutate()}>
      {texts.replay}
    </Button>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { id, state, address, destinationId, logId, happenedAt } = delivery;
  const { attemptCount, nextAttemptAt, deliveredAt } = delivery;
  return (
    <dl className="space-y-2.5 text-sm">
      <Fact name={texts.state}>
        <DeliveryStateBadge state={state} />
        <p className="mt-1 text-xs text-faint">{texts.stateMeanings[state]}</p>
      </Fact>
      <Fact name={texts.to}>
        <Link
          to="/deliveries"
          search={{ destinationId }}
          className="wrap-anywhere text-accent underline"
        >
          {address ?? texts.unknownAddress}
        </Link>
      </Fact>
      {logId !== null && (
        <Fact name={texts.output}>
          <OutputLink id={logId} className="wrap-anywhere" />
        </Fact>
      )}
      <Fact name={texts.when}>
        <Moment at={happenedAt} isExact />
      </Fact>
      <Fact name={texts.attempts}>{attemptCount}</Fact>
      {nextAttemptAt !== null && (
        <Fact name={texts.next}>
          <Moment at={nextAttemptAt} />
        </Fact>
      )}
      {deliveredAt !== null && (
        <Fact name={texts.deliveredAt}>
          <Moment at={deliveredAt} isExact />
        </Fact>
      )}
      <Fact name={texts.webhookId}>
        <code className="font-mono text-xs wrap-anywhere">{id}</code>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
