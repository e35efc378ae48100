import { Link } from '@tanstack/react-router';

import { OUTPUT_EVENTS } from '../../components/events-choice.tsx';
import { Moment } from '../../components/moment.tsx';
import { Cell, Row } from '../../components/table.tsx';
import type { Destination } from '../../deliveries/delivery-queries.ts';
import { DestinationName } from '../../deliveries/destination-name.tsx';
import { formatNumber } from '../../formats/numbers.ts';
import { texts } from '../../texts.ts';
import type { Asked } from './asked.ts';
import { DestinationMenu } from './destination-menu.tsx';
import { DestinationState } from './destination-state.tsx';

const { destinations: words } = texts;

interface DestinationRowProps {
  readonly destination: Destination;
  readonly onAsk: (what: Asked['what']) => void;
}

export function DestinationRow({ destination, onAsk }: DestinationRowProps) {
  const { id, waiting, dead, lastDeliveredAt } = destination;
  return (
    <Row>
      <Cell>
        <DestinationName destination={destination} />
      </Cell>
      <Cell className="hidden max-w-56 text-xs text-soft lg:table-cell">
        {wordsOfEvents(destination)}
      </Cell>
      <Cell>
        <DestinationState destination={destination} />
      </Cell>
      <Cell className="hidden text-right tabular-nums md:table-cell">
        {/* Some wait for their first attempt, some for another: of two states. */}
        <Count n={waiting} search={{ destinationId: id }} />
      </Cell>
      <Cell className="hidden text-right tabular-nums md:table-cell">
        <Count n={dead} search={{ destinationId: id, state: 'dead' }} />
      </Cell>
      <Cell className="hidden text-soft md:table-cell">
        {lastDeliveredAt === null ? words.never : <Moment at={lastDeliveredAt} />}
      </Cell>
      <Cell className="w-0">
        <DestinationMenu destination={destination} onAsk={onAsk} />
      </Cell>
    </Row>
  );
}

interface CountProps {
  readonly n: number;
  /** Which deliveries these are. */
  readonly search: { readonly destinationId: string; readonly state?: 'dead' };
}

function Count({ n, search }: CountProps) {
  if (n === 0) return <span className="text-faint">0</span>;
  return (
    <Link
      to="/deliveries"
      search={search}
      className={`font-medium underline ${search.state === 'dead' ? 'text-bad' : 'text-accent'}`}
    >
      {formatNumber(n)}
    </Link>
  );
}

function wordsOfEvents({ kind, events }: Destination): string {
  // Each output says by itself what its callback is told of.
  if (kind === 'callbacks') return words.asAsked;
  if (events.length === OUTPUT_EVENTS.length) return words.allEvents;
  return events.map((event) => texts.events.names[event]).join(', ');
}
