import {
  Hash,
  type LucideIcon,
  Mail,
  MessageSquareMore,
  Radio,
  Undo2,
  Webhook,
} from 'lucide-react';

import type { Answer } from '../api/client.ts';
import { Checkboxes } from '../components/field.tsx';
import type { Destination, ListedDelivery } from './queries.ts';
import { texts } from './texts.ts';

const ICONS: Readonly<Record<Destination['kind'], LucideIcon>> = {
  subscription: Radio,
  webhook: Webhook,
  callbacks: Undo2,
  slack: Hash,
  slack_app: MessageSquareMore,
  email: Mail,
};

/** The kind and address of a destination. */
export function DestinationName({ destination }: { readonly destination: Destination }) {
  const { kind, address } = destination;
  const Icon = ICONS[kind];
  return (
    <span className="flex min-w-0 items-start gap-2.5">
      <span className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-md bg-sunken text-soft">
        <Icon size={15} aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{texts.destinationKinds[kind]}</span>
        <span className="block text-xs wrap-anywhere text-faint">
          {address ?? texts.eachOutput}
        </span>
      </span>
    </span>
  );
}

/** The same as plain text, for options, buttons and titles. */
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
