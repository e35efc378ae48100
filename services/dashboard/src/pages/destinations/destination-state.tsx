import { CircleCheck, CircleOff, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';

import { Badge, type BadgeTone } from '../../components/badge.tsx';
import { Moment } from '../../components/moment.tsx';
import type { Destination } from '../../deliveries/delivery-queries.ts';
import { texts } from '../../texts.ts';

type State = keyof typeof texts.destinations.states;

const STATES: Readonly<Record<State, { tone: BadgeTone; icon: LucideIcon }>> = {
  on: { tone: 'ok', icon: CircleCheck },
  failing: { tone: 'warn', icon: TriangleAlert },
  switchedOff: { tone: 'bad', icon: CircleX },
  gone: { tone: 'neutral', icon: CircleOff },
  off: { tone: 'neutral', icon: CircleOff },
};

/** Whether it is told, and if not, why. */
export function DestinationState({ destination }: { readonly destination: Destination }) {
  const state = stateOf(destination);
  const { failingSince } = destination;
  const isFailing = state === 'failing' || state === 'switchedOff';
  return (
    <>
      <Badge {...STATES[state]}>{texts.destinations.states[state]}</Badge>
      {isFailing && failingSince !== null && (
        <span className="mt-0.5 block text-xs text-faint">
          {texts.destinations.failingSince} <Moment at={failingSince} />
        </span>
      )}
      {state === 'gone' && (
        <span className="mt-0.5 block text-xs text-faint">{texts.destinations.answeredGone}</span>
      )}
    </>
  );
}

function stateOf({ isActive, endedReason, failingSince }: Destination): State {
  if (endedReason === 'failing') return 'switchedOff';
  if (endedReason !== null) return 'gone';
  if (!isActive) return 'off';
  return failingSince === null ? 'on' : 'failing';
}
