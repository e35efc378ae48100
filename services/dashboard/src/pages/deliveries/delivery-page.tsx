import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, RotateCw } from 'lucide-react';

import { api, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Card, Page } from '../../components/page.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { AttemptList } from '../../deliveries/attempt-list.tsx';
import { askAgainIn, type Delivery } from '../../deliveries/delivery-queries.ts';
import { JsonView } from '../../outputs/json-view.tsx';
import { texts } from '../../texts.ts';
import { DeliveryFacts } from './delivery-facts.tsx';
import { wordOfEvent } from './word-of-event.ts';

const route = getRouteApi('/shell/deliveries/$id');
const { deliveries: words } = texts;

/** One delivery: what is sent, and what was answered each time. */
export function DeliveryPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['deliveries', 'one', id],
    queryFn: ({ signal }) =>
      take(api.GET('/api/deliveries/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => askAgainIn(state.data ? [state.data.state] : []),
  });
  if (error) {
    return (
      <Page title={words.one}>
        <FailureNotice error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) return <Loading lines={10} />;
  return <DeliveryInFull delivery={data} />;
}

function DeliveryInFull({ delivery }: { readonly delivery: Delivery }) {
  const { id, event, body, attempts } = delivery;
  return (
    <Page
      title={words.ofEvent(wordOfEvent(event))}
      description={<span className="font-mono text-xs wrap-anywhere">{id}</span>}
      actions={<ReplayButton delivery={delivery} />}
    >
      <Link
        to="/deliveries"
        className="mb-4 inline-flex items-center gap-1.5 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft size={15} aria-hidden />
        {words.back}
      </Link>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-5">
          <Card title={words.attempts}>
            <AttemptList attempts={attempts} />
          </Card>
          <Card title={words.body}>
            {body === null ? (
              <p className="text-sm text-soft">{words.noBody}</p>
            ) : (
              <JsonView label={words.body} value={body} />
            )}
          </Card>
        </div>
        <Card title={words.details}>
          <DeliveryFacts delivery={delivery} />
        </Card>
      </div>
    </Page>
  );
}

function ReplayButton({ delivery: { id } }: { readonly delivery: Delivery }) {
  const may = useMay();
  const queryClient = useQueryClient();
  const replay = useMutation({
    mutationFn: () => take(api.POST('/api/deliveries/{id}/replay', { params: { path: { id } } })),
    onSuccess: () => {
      showToast(words.replayed);
      return queryClient.invalidateQueries({ queryKey: ['deliveries'] });
    },
    onError: showFailure,
  });
  if (!may('replayDelivery')) return null;
  return (
    <Button icon={RotateCw} isBusy={replay.isPending} onClick={() => replay.mutate()}>
      {words.replay}
    </Button>
  );
}
