import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { RotateCw, Truck } from 'lucide-react';
import type { ReactNode } from 'react';

import { api, take } from '../../api/client.ts';
import { isFiltered } from '../../app/address.ts';
import { useIsAt } from '../../app/navigate-after.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { ChoiceField, TextField } from '../../components/field.tsx';
import { FilterForm, useFields } from '../../components/form.tsx';
import { Cell, ListCard, Row } from '../../components/list.tsx';
import { EmptyState, Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { BackLink, Card, Page } from '../../components/page.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import {
  askAgainIn,
  AttemptList,
  type Delivery,
  DeliveryStateBadge,
  destinationsQuery,
  type ListedDelivery,
  nameOfDestination,
  wordOfEvent,
} from '../../deliveries/deliveries.tsx';
import { texts as deliveryTexts } from '../../deliveries/texts.ts';
import { JsonView } from '../../outputs/json-view.tsx';
import { OutputLink } from '../../outputs/output-link.tsx';
import { timelineQuery } from '../../outputs/queries.ts';
import {
  type ChangeDeliveries,
  type DeliveriesSearch,
  NO_FILTER,
  readDeliveriesSearch,
  STATES,
} from './search.ts';
import { texts } from './texts.ts';

const listRoute = getRouteApi('/shell/deliveries');
const route = getRouteApi('/shell/deliveries/$id');

/** The list of deliveries and their states. */
export function DeliveriesPage() {
  const search = listRoute.useSearch();
  const navigate = useNavigate();
  const isHere = useIsAt('/deliveries');
  const change: ChangeDeliveries = (changed) => {
    if (!isHere()) return;
    void navigate({
      to: '/deliveries',
      search: (before) => readDeliveriesSearch({ ...before, page: undefined, ...changed }),
    });
  };
  const deliveries = useQuery({
    queryKey: ['deliveries', 'list', search],
    queryFn: ({ signal }) =>
      take(api.GET('/api/deliveries', { params: { query: search }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      askAgainIn(state.data?.items.map((delivery) => delivery.state) ?? []),
  });
  const isNarrow = isFiltered(search);
  return (
    <Page title={texts.title} description={texts.description}>
      <DeliveryFilters key={search.logId ?? ''} search={search} onChange={change} />
      <ListCard
        query={deliveries}
        onPage={(page) => change({ page })}
        caption={texts.title}
        heads={[
          texts.when,
          texts.event,
          { text: texts.to, className: 'hidden md:table-cell' },
          { text: texts.output, className: 'hidden lg:table-cell' },
          texts.state,
          { text: texts.attempts, className: 'hidden text-right sm:table-cell' },
          { text: texts.lastAnswer, className: 'hidden sm:table-cell' },
        ]}
        empty={
          <EmptyState
            icon={Truck}
            title={isNarrow ? texts.noneFound : texts.none}
            text={isNarrow ? texts.noneFoundText : texts.noneText}
          />
        }
      >
        {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />}
      </ListCard>
    </Page>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: ListedDelivery }) {
  const { id, happenedAt, address, logId, state, attemptCount, nextAttemptAt } = delivery;
  return (
    <Row>
      <Cell className="text-soft">
        <Moment at={happenedAt} />
      </Cell>
      <Cell>
        <Link
          to="/deliveries/$id"
          params={{ id }}
          className="font-medium text-ink hover:text-accent hover:underline"
        >
          {wordOfEvent(delivery.event)}
        </Link>
      </Cell>
      <Cell className="hidden max-w-72 md:table-cell">
        <span className="block truncate text-soft" title={address ?? undefined}>
          {address ?? texts.unknownAddress}
        </span>
      </Cell>
      <Cell className="hidden min-w-40 lg:table-cell">
        {logId === null ? (
          <span className="text-faint">{texts.noOutput}</span>
        ) : (
          <OutputLink id={logId} preload={false} className="wrap-anywhere" />
        )}
      </Cell>
      <Cell>
        <DeliveryStateBadge state={state} />
        {state === 'retrying' && nextAttemptAt !== null && (
          <span className="mt-0.5 block text-xs text-faint">
            {texts.next} <Moment at={nextAttemptAt} />
          </span>
        )}
      </Cell>
      <Cell className="hidden text-right tabular-nums sm:table-cell">{attemptCount}</Cell>
      <Cell className="hidden max-w-56 text-soft sm:table-cell">
        <LastAnswer delivery={delivery} />
      </Cell>
    </Row>
  );
}

function LastAnswer({ delivery }: { readonly delivery: ListedDelivery }) {
  const { lastStatus, lastError } = delivery;
  if (lastStatus !== null) return <span className="tabular-nums">{lastStatus}</span>;
  if (lastError === null) return <span className="text-faint">–</span>;
  return (
    <span className="block truncate" title={lastError}>
      {lastError}
    </span>
  );
}

interface DeliveryFiltersProps {
  readonly search: DeliveriesSearch;
  readonly onChange: ChangeDeliveries;
}

/** Filters by state, destination and output. */
function DeliveryFilters({ search, onChange }: DeliveryFiltersProps) {
  const { values, field } = useFields({ logId: search.logId ?? '' });
  const { data } = useQuery(destinationsQuery(1));
  const destinations = data?.items ?? [];
  const change = (name: Exclude<keyof DeliveriesSearch, 'page'>, value: string | undefined) => {
    if (value !== search[name]) onChange({ [name]: value });
  };
  return (
    <FilterForm
      className="lg:grid-cols-[1fr_2fr_1.5fr_auto]"
      onSubmit={() => change('logId', values.logId.trim() || undefined)}
      onClear={isFiltered(search) ? () => onChange(NO_FILTER) : null}
    >
      <ChoiceField
        label={texts.state}
        value={search.state}
        none={texts.anyState}
        choices={STATES.map((id) => ({ id, text: deliveryTexts.states[id] }))}
        onChoose={(state) => change('state', state)}
      />
      <ChoiceField
        label={texts.to}
        value={search.destinationId}
        none={texts.anyDestination}
        choices={destinations.map((one) => ({ id: one.id, text: nameOfDestination(one) }))}
        onChoose={(id) => change('destinationId', id)}
      />
      <TextField label={texts.output} placeholder={texts.outputExample} {...field('logId')} />
    </FilterForm>
  );
}

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
    <Loaded
      query={delivery}
      stale="goes"
      lines={10}
      pageTitle={texts.one}
      pageLink={<BackLink to="/deliveries" text={texts.back} />}
    >
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
