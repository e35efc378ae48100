import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Moment } from '../../components/moment.tsx';
import type { Delivery } from '../../deliveries/delivery-queries.ts';
import { DeliveryStateBadge } from '../../deliveries/delivery-state-badge.tsx';
import { texts } from '../../texts.ts';

const { deliveries: words } = texts;

export function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { id, state, address, destinationId, logId, happenedAt } = delivery;
  const { attemptCount, nextAttemptAt, deliveredAt } = delivery;
  return (
    <dl className="space-y-2.5 text-sm">
      <Fact name={words.state}>
        <DeliveryStateBadge state={state} />
        <p className="mt-1 text-xs text-faint">{words.stateMeanings[state]}</p>
      </Fact>
      <Fact name={words.to}>
        <Link
          to="/deliveries"
          search={{ destinationId }}
          className="wrap-anywhere text-accent underline"
        >
          {address ?? words.unknownAddress}
        </Link>
      </Fact>
      {logId !== null && (
        <Fact name={words.output}>
          <Link
            to="/outputs/$id"
            params={{ id: logId }}
            className="font-mono text-xs wrap-anywhere text-accent underline"
          >
            {logId}
          </Link>
        </Fact>
      )}
      <Fact name={words.when}>
        <Moment at={happenedAt} isExact />
      </Fact>
      <Fact name={words.attempts}>{attemptCount}</Fact>
      {nextAttemptAt !== null && (
        <Fact name={words.next}>
          <Moment at={nextAttemptAt} />
        </Fact>
      )}
      {deliveredAt !== null && (
        <Fact name={words.deliveredAt}>
          <Moment at={deliveredAt} isExact />
        </Fact>
      )}
      <Fact name={words.webhookId}>
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
