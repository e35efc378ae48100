import { queryOptions } from '@tanstack/react-query';
import { Ban, CircleCheck, CircleX, Clock, RotateCw } from 'lucide-react';

import { type Answer, api, take } from '../api/client.ts';
import { Badge, type BadgeLooks } from '../components/badge.tsx';
import { Checkboxes } from '../components/field.tsx';
import { Moment } from '../components/moment.tsx';
import { texts } from './texts.ts';

/** A receiver of output events. */
export type Destination = Answer<'listDestinations'>['items'][number];
/** A delivery, with its body and attempts. */
export type Delivery = Answer<'getDelivery'>;
type Attempt = Delivery['attempts'][number];
/** A delivery in the list. */
export type ListedDelivery = Answer<'listDeliveries'>['items'][number];
export type DeliveryState = ListedDelivery['state'];

const STATES: BadgeLooks<DeliveryState> = {
  pending: { tone: 'neutral', icon: Clock },
  delivered: { tone: 'ok', icon: CircleCheck },
  retrying: { tone: 'warn', icon: RotateCw },
  dead: { tone: 'bad', icon: CircleX },
  superseded: { tone: 'neutral', icon: Ban },
};

export function DeliveryStateBadge({ state }: { readonly state: DeliveryState }) {
  return <Badge {...STATES[state]}>{texts.states[state]}</Badge>;
}

/** The attempts with their responses, oldest first. */
export function AttemptList({ attempts }: { readonly attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <p className="text-sm text-soft">{texts.noAttempts}</p>;
  return (
    <ol className="space-y-4">
      {attempts.map((attempt, index) => (
        <AttemptItem key={`${attempt.at} ${index}`} attempt={attempt} />
      ))}
    </ol>
  );
}

function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const { at, status, error, latencyMs, answer } = attempt;
  const isGood = error === null;
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <li className="text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        <Icon
          size="0.9375rem"
          aria-hidden
          className={`shrink-0 ${isGood ? 'text-ok' : 'text-bad'}`}
        />
        <span className="min-w-0 font-medium break-words">{error ?? texts.answered(status)}</span>
        <span className="text-xs text-faint tabular-nums">{texts.took(latencyMs)}</span>
        <span className="ml-auto text-xs text-faint">
          <Moment at={at} isExact />
        </span>
      </p>
      {answer !== null && answer !== '' && (
        <pre
          tabIndex={0}
          aria-label={texts.answer}
          className="mt-2 max-h-48 overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap"
        >
          {answer}
        </pre>
      )}
    </li>
  );
}

/** The kind and address of a destination as plain text, for options, buttons and titles. */
export function nameOfDestination({ kind, address }: Destination): string {
  const name = texts.destinationKinds[kind];
  return address === null ? name : `${name}: ${address}`;
}

export type OutputEvent = Answer<'getSettings'>['outboundWebhookEvents'][number];

export const OUTPUT_EVENTS = Object.keys(texts.events.names) as OutputEvent[];

interface EventsChoiceProps {
  readonly events: readonly OutputEvent[];
  readonly isBusy?: boolean;
  readonly onChange: (events: readonly OutputEvent[]) => void;
}

/** A choice of output events. */
export function EventsChoice({ events, isBusy, onChange }: EventsChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{texts.events.told}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        <Checkboxes
          choices={OUTPUT_EVENTS.map((id) => ({ id, label: texts.events.names[id] }))}
          chosen={events}
          isBusy={isBusy}
          onChange={(chosen) => onChange(OUTPUT_EVENTS.filter((event) => chosen.includes(event)))}
        />
      </div>
    </fieldset>
  );
}

export function wordOfEvent(event: ListedDelivery['event']): string {
  return event === 'test' || event === 'digest' ? texts.events[event] : texts.events.names[event];
}

// There are no live events for deliveries, so unfinished ones are polled.
const ASK_AGAIN_MS = 3_000;
// A workspace has at most 100 subscriptions. Most have only a few.
const DESTINATIONS_LIMIT = 100;

export const destinationsQuery = (page: number) =>
  queryOptions({
    queryKey: ['destinations', page],
    queryFn: ({ signal }) => {
      const query = { page, limit: DESTINATIONS_LIMIT };
      return take(api.GET('/api/destinations', { params: { query }, signal }));
    },
    refetchInterval: ({ state }) =>
      (state.data?.items.some(({ waiting }) => waiting > 0) ?? false) && ASK_AGAIN_MS,
  });

/** How soon to poll deliveries in these states; false if all are final. */
export function askAgainIn(states: readonly DeliveryState[]): number | false {
  return states.some((state) => state === 'pending' || state === 'retrying') && ASK_AGAIN_MS;
}
