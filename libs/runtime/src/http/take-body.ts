import { isInternal, type Operation, type Principal } from '@output-review/contracts';

import type { Telemetry } from '../telemetry/telemetry.ts';
import { addressBlock } from './address-block.ts';
import { BodyBudget } from './body-budget.ts';
import {
  BODY_ARRIVAL_MS_MAX,
  BODY_BYTES_MAX,
  CALLERS_BUDGET,
  INTERNAL_BODY_BYTES_MAX,
  PUBLIC_BODY_BYTES_MAX,
  PUBLIC_TEXT_BYTES_MAX,
  STRANGERS_BUDGET,
} from './body-limits.ts';
import { readJsonBody, readTextBody } from './read-json-body.ts';
import type { ClientAddressOf, TakeBody } from './route.ts';

/** Creates the body reader of an app. Operations without a credential have a smaller limit and a separate budget. */
export function makeTakeBody(
  clientAddressOf: ClientAddressOf,
  telemetry: Telemetry | undefined,
): TakeBody {
  const callers = new BodyBudget(CALLERS_BUDGET);
  const strangers = new BodyBudget(STRANGERS_BUDGET);
  if (telemetry) watchBodies(telemetry, { callers, strangers });
  return (ctx, operation, principal) => {
    const isPublic = operation.access === 'public';
    const isText = operation.bytes === 'request';
    return (isText ? readTextBody : readJsonBody)(ctx.req, {
      bytesMax: bytesMaxOf(operation),
      timeoutMs: BODY_ARRIVAL_MS_MAX,
      budget: isPublic ? strangers : callers,
      clients: clientsOf(clientAddressOf(ctx), principal),
    });
  };
}

function bytesMaxOf(operation: Operation): number {
  if (operation.access === 'public') {
    return operation.bytes === 'request' ? PUBLIC_TEXT_BYTES_MAX : PUBLIC_BODY_BYTES_MAX;
  }
  return isInternal(operation) ? INTERNAL_BODY_BYTES_MAX : BODY_BYTES_MAX;
}

/** The clients whose shares a body counts in. A service acts for many clients and has none. */
function clientsOf(address: string | null, principal: Principal | null): string[] {
  const clients = address === null ? [] : [addressBlock(address)];
  if (principal?.kind === 'token') clients.push(principal.tokenId);
  if (principal?.kind === 'user') clients.push(principal.userId);
  return clients;
}

function watchBodies(
  { metrics }: Telemetry,
  budgets: Readonly<Record<'callers' | 'strangers', BodyBudget>>,
): void {
  const bytes = metrics.gauge({
    name: 'output_review_bodies_in_flight_bytes',
    help:
      'Request bodies that have arrived and are not answered yet, by sender: callers, strangers ' +
      '(no credential).',
    labels: ['sender'],
  });
  metrics.beforeScrape({
    name: 'bodies in flight',
    read: () => {
      bytes.set({ sender: 'callers' }, budgets.callers.bytesCharged);
      bytes.set({ sender: 'strangers' }, budgets.strangers.bytesCharged);
    },
  });
}
