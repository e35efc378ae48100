import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  CircleCheck,
  CircleOff,
  CircleX,
  Ellipsis,
  Hash,
  KeyRound,
  type LucideIcon,
  Mail,
  MessageSquareMore,
  Plus,
  Radio,
  RotateCw,
  Send,
  Settings,
  Trash2,
  TriangleAlert,
  Truck,
  Undo2,
  Webhook,
} from 'lucide-react';
import { useState } from 'react';

import { useMay } from '../../app/session.ts';
import { Badge, type BadgeLooks } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { Cell, ListCard, Row } from '../../components/list.tsx';
import { Menu, MenuItem, MenuLink } from '../../components/menu.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import {
  type Destination,
  destinationsQuery,
  nameOfDestination,
  OUTPUT_EVENTS,
} from '../../deliveries/deliveries.tsx';
import { texts as deliveryTexts } from '../../deliveries/texts.ts';
import { type Asked, DestinationDialog, NewSubscriptionDialog } from './destination-dialogs.tsx';
import { formatCounted, texts } from './texts.ts';

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
        {...{ query, onPage }}
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

interface DestinationRowProps {
  readonly destination: Destination;
  readonly onAsk: (what: Asked['what']) => void;
}

function DestinationRow({ destination, onAsk }: DestinationRowProps) {
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
        {/* No state filter: waiting deliveries are in two states, pending and retrying. */}
        <Count n={waiting} search={{ destinationId: id }} />
      </Cell>
      <Cell className="hidden text-right tabular-nums md:table-cell">
        <Count n={dead} search={{ destinationId: id, state: 'dead' }} />
      </Cell>
      <Cell className="hidden text-soft md:table-cell">
        {lastDeliveredAt === null ? texts.never : <Moment at={lastDeliveredAt} />}
      </Cell>
      <Cell className="w-0">
        <DestinationMenu destination={destination} onAsk={onAsk} />
      </Cell>
    </Row>
  );
}

const ICONS: Readonly<Record<Destination['kind'], LucideIcon>> = {
  subscription: Radio,
  webhook: Webhook,
  callbacks: Undo2,
  slack: Hash,
  slack_app: MessageSquareMore,
  email: Mail,
};

/** The kind and address of a destination. */
function DestinationName({ destination }: { readonly destination: Destination }) {
  const { kind, address } = destination;
  const Icon = ICONS[kind];
  return (
    <span className="flex min-w-0 items-start gap-2.5">
      <span className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-md bg-sunken text-soft">
        <Icon size="0.9375rem" aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{deliveryTexts.destinationKinds[kind]}</span>
        <span className="block text-xs wrap-anywhere text-faint">
          {address ?? texts.eachOutput}
        </span>
      </span>
    </span>
  );
}

interface CountProps {
  readonly n: number;
  /** The filter for these deliveries. */
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
      {formatCounted(n)}
    </Link>
  );
}

function wordsOfEvents({ kind, events }: Destination): string {
  // Each output sets the events of its own callback.
  if (kind === 'callbacks') return texts.asAsked;
  if (events.length === OUTPUT_EVENTS.length) return texts.allEvents;
  return events.map((event) => deliveryTexts.events.names[event]).join(', ');
}

type State = keyof typeof texts.states;

const STATES: BadgeLooks<State> = {
  on: { tone: 'ok', icon: CircleCheck },
  failing: { tone: 'warn', icon: TriangleAlert },
  switchedOff: { tone: 'bad', icon: CircleX },
  gone: { tone: 'neutral', icon: CircleOff },
  off: { tone: 'neutral', icon: CircleOff },
};

/** The state of a destination, and the reason if it receives no events. */
function DestinationState({ destination }: { readonly destination: Destination }) {
  const state = stateOf(destination);
  const { failingSince } = destination;
  const isFailing = state === 'failing' || state === 'switchedOff';
  return (
    <>
      <Badge {...STATES[state]}>{texts.states[state]}</Badge>
      {isFailing && failingSince !== null && (
        <span className="mt-0.5 block text-xs text-faint">
          {texts.failingSince[state]} <Moment at={failingSince} isExact />
        </span>
      )}
      {state === 'gone' && (
        <span className="mt-0.5 block text-xs text-faint">{texts.answeredGone}</span>
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

/** The actions on a destination that it supports and the user may call. */
function DestinationMenu({ destination, onAsk }: DestinationRowProps) {
  const may = useMay();
  const { id, kind, source, hasSecret, endedReason, dead } = destination;
  const isOff = endedReason === 'failing';
  const canReplay = isOff || (endedReason === null && dead > 0);
  const button = (
    <IconButton icon={Ellipsis} label={texts.actionsOf(nameOfDestination(destination))} />
  );
  return (
    <Menu trigger={button} align="end" sideOffset={4}>
      <MenuLink
        to="/deliveries"
        search={{ destinationId: id }}
        icon={Truck}
        text={texts.showDeliveries}
      />
      {may('testDestination') && kind !== 'callbacks' && (
        <MenuItem icon={Send} text={texts.test} onSelect={() => onAsk('test')} />
      )}
      {may('replayDeliveries') && canReplay && (
        <MenuItem
          icon={RotateCw}
          text={isOff ? texts.switchOn : texts.replay}
          onSelect={() => onAsk('replay')}
        />
      )}
      {may('rotateDestinationSecret') && hasSecret && (
        <MenuItem icon={KeyRound} text={texts.rotate} onSelect={() => onAsk('rotate')} />
      )}
      {may('updateSettings') && source === 'settings' && (
        <MenuLink to="/settings" icon={Settings} text={texts.toSettings} />
      )}
      {may('deleteSubscription') && kind === 'subscription' && (
        <MenuItem icon={Trash2} text={texts.delete} onSelect={() => onAsk('delete')} />
      )}
    </Menu>
  );
}
