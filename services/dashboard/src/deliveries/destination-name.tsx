import { Hash, type LucideIcon, Mail, Radio, Undo2, Webhook } from 'lucide-react';

import { texts } from '../texts.ts';
import type { Destination } from './delivery-queries.ts';

const ICONS: Readonly<Record<Destination['kind'], LucideIcon>> = {
  subscription: Radio,
  webhook: Webhook,
  callbacks: Undo2,
  slack: Hash,
  email: Mail,
};

/** What a destination is, and where it is. */
export function DestinationName({ destination }: { readonly destination: Destination }) {
  const { kind, address } = destination;
  const Icon = ICONS[kind];
  return (
    <span className="flex min-w-0 items-start gap-2.5">
      <span className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-md bg-sunken text-soft">
        <Icon size={15} aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{texts.destinations.kinds[kind]}</span>
        <span className="block text-xs wrap-anywhere text-faint">
          {address ?? texts.destinations.eachOutput}
        </span>
      </span>
    </span>
  );
}

/** The same on one line, for a choice, a button or a title. */
export function nameOfDestination({ kind, address }: Destination): string {
  const name = texts.destinations.kinds[kind];
  return address === null ? name : `${name}: ${address}`;
}
