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
  /** Events with one key stay in order. */
  readonly key: string;
  /** When it happened. */
  readonly at: Date;
  readonly data: DataOf<E> & object;
}

/** A transaction, and what is told of it once it is committed. */
export interface Tx extends Transaction {
  publish<E extends EventType>(event: E, published: PublishedEvent<E>): void;
  audit(origin: AuditOrigin, entry: AuditEntry): void;
  /** Calls it after the commit, behind the relay; never where the work fails. It must not throw. */
  onCommit(callback: () => void): void;
}

/**
 * Runs the work in a transaction. What it publishes and audits is written to the outbox as the last statement before
 * the commit, in its order, and is handed to the relay after it. The work must not touch anything but its
 * transaction, nor begin another one.
 *
 * @throws what the work or the database throws; nothing is changed or told then.
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
