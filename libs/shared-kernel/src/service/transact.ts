import type { DataOf, EventType } from '@output-review/contracts';
import {
  addToOutbox,
  makeOutgoingEvent,
  newId,
  type OutgoingEvent,
  type StoredEvent,
  type Transaction,
} from '@output-review/runtime';

import type { AuditEntry, AuditOrigin } from '../audit/audit-event.ts';
import type { BaseContext } from './base-context.ts';
import type { Outbox } from './open-outbox.ts';

export interface PublishedEvent<E extends EventType> {
  /** Events with the same key stay in order. */
  readonly key: string;
  /** When it happened. */
  readonly at: Date;
  readonly data: DataOf<E> & object;
}

/** A transaction with the events to publish after its commit. */
export interface Tx extends Transaction {
  publish<E extends EventType>(event: E, published: PublishedEvent<E>): void;
  audit(origin: AuditOrigin, entry: AuditEntry): void;
  /** Runs the callback after the commit and after the relay, never if the work fails. It must not throw. */
  onCommit(callback: () => void): void;
}

/**
 * Runs the work in a transaction. Its events and audit entries are written to the outbox as the last statement before
 * the commit, in order, and dispatched to the relay after it. The work must use only its transaction and must not start
 * another.
 *
 * @throws errors of the work or the database; nothing is then changed or published.
 */
export async function transact<T>(
  { service, db, auditEventOf, relay }: Outbox & Pick<BaseContext, 'service' | 'db'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let stored: readonly StoredEvent[] = [];
  let committed: (() => void)[] = [];
  const result = await db.transaction(async (transaction) => {
    const events: OutgoingEvent[] = [];
    committed = [];
    const done = await work({
      ...transaction,
      publish: ({ topic }, { key, at, data }) => {
        const facts = { topic, key, id: newId(), source: service, time: at.toISOString() };
        events.push(makeOutgoingEvent({ ...facts, data }));
      },
      audit: (origin, entry) => {
        events.push(auditEventOf(origin, entry));
      },
      onCommit: (callback) => {
        committed.push(callback);
      },
    });
    stored = await addToOutbox(transaction, events);
    return done;
  });
  relay.dispatch(stored);
  for (const callback of committed) callback();
  return result;
}
