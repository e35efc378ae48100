import {
  type ShutdownStack,
  makeOutboxStore,
  type OutboxRelay,
  type OutboxRelayOptions,
  startRelay,
} from '@output-review/runtime';

import { type AuditEventOf, makeAuditEventOf } from '../audit/audit-event.ts';
import type { BaseContext } from './base-context.ts';

/** What a service has that publishes; see `transact`. */
export interface Outbox {
  readonly auditEventOf: AuditEventOf;
  /** Of the table `outbox`. */
  readonly relay: Pick<OutboxRelay, 'dispatch'>;
}

export interface PublishingOptions {
  /** Whether this is the only process on the database: what a killed one left is then sent at once. */
  readonly isSingleInstance?: boolean;
  /** AUDIT_KEY: hides texts and secrets in what the audit is told. */
  readonly auditKey: string;
  /** How its outboxes are swept; as usual where it is left out. */
  readonly relay?: Pick<OutboxRelayOptions, 'graceMs' | 'sweepEveryMs'>;
}

/** Starts the relay of the table `outbox`. */
export function openOutbox(
  { service, db, bus, clock, log, telemetry }: BaseContext,
  { isSingleInstance = false, auditKey, relay: sweeping }: PublishingOptions,
  closers: ShutdownStack,
): Outbox {
  const store = makeOutboxStore(db);
  const around = { bus, log, clock, telemetry, isSingleInstance, closers };
  const relay = startRelay({ ...around, ...sweeping, outbox: 'changes', store });
  return { auditEventOf: makeAuditEventOf({ auditKey, source: service, clock }), relay };
}
