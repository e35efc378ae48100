import { Link } from '@tanstack/react-router';

import { Moment } from '../../components/moment.tsx';
import { Cell, Row } from '../../components/table.tsx';
import type { ListedDelivery } from '../../deliveries/delivery-queries.ts';
import { DeliveryStateBadge } from '../../deliveries/delivery-state-badge.tsx';
import { texts } from '../../texts.ts';
import { wordOfEvent } from './word-of-event.ts';

const { deliveries: words } = texts;

export function DeliveryRow({ delivery }: { readonly delivery: ListedDelivery }) {
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
          {address ?? words.unknownAddress}
        </span>
      </Cell>
      <Cell className="hidden lg:table-cell">
        {logId === null ? (
          <span className="text-faint">{words.noOutput}</span>
        ) : (
          <Link
            to="/outputs/$id"
            params={{ id: logId }}
            preload={false}
            className="font-mono text-xs text-accent underline"
          >
            {logId}
          </Link>
        )}
      </Cell>
      <Cell>
        <DeliveryStateBadge state={state} />
        {state === 'retrying' && nextAttemptAt !== null && (
          <span className="mt-0.5 block text-xs text-faint">
            {words.next} <Moment at={nextAttemptAt} />
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
