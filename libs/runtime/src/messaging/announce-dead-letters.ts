import type { SqlClient } from '../database/database.ts';
import type { CloserStack } from '../lifecycle/closer-stack.ts';
import { makeOutboxRelay, type OutboxRelayOptions } from '../outbox/outbox-relay.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { watchRelay } from '../telemetry/watch-relay.ts';
import { makeDeadLetterOutbox } from './dead-letter-outbox.ts';

export interface AnnounceDeadLettersOptions extends Omit<OutboxRelayOptions, 'store'> {
  readonly database: SqlClient;
  readonly closers: CloserStack;
  readonly telemetry: Telemetry;
}

/**
 * Sends what a service sets aside to the topics of dead letters, so that it is seen with Kafka's own
 * tools. The table stays what is listed and replayed. In one process nobody reads those topics.
 */
export function announceDeadLetters({
  database,
  closers,
  ...rest
}: AnnounceDeadLettersOptions): void {
  const relay = makeOutboxRelay({ ...rest, store: makeDeadLetterOutbox(database) });
  watchRelay(rest.telemetry.metrics, { outbox: 'dead-letters', relay });
  relay.start();
  closers.add('relay of dead letters', () => relay.stop());
}
