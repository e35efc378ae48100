import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, RotateCw } from 'lucide-react';

import { Badge, type BadgeTone } from '../components/badge.tsx';
import { texts } from '../texts.ts';
import type { DeliveryState } from './delivery-queries.ts';

const STATES: Readonly<Record<DeliveryState, { tone: BadgeTone; icon: LucideIcon }>> = {
  pending: { tone: 'neutral', icon: Clock },
  delivered: { tone: 'ok', icon: CircleCheck },
  retrying: { tone: 'warn', icon: RotateCw },
  dead: { tone: 'bad', icon: CircleX },
  superseded: { tone: 'neutral', icon: Ban },
};

export function DeliveryStateBadge({ state }: { readonly state: DeliveryState }) {
  return <Badge {...STATES[state]}>{texts.deliveries.states[state]}</Badge>;
}
