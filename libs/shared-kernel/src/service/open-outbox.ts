import {
  type ShutdownStack,
  makeOutboxStore,
  type OutboxRelay,
  type OutboxRelayOptions,
  startRelay,
} from '@output-review/runtime';

import { type AuditEventOf, makeAuditEventOf } from '../audit/audit-event.ts';
import type { BaseContext } from './base-context.ts';

/** What a service needs to publish; see `transact`. */
export interface Outbox {
  readonly auditEventOf: AuditEventOf;
  /** Relay of the table `outbox`. */
  readonly relay: Pick<OutboxRelay, 'dispatch'>;
}

export interface PublishingOptions {
  /** Whether no other process uses the database. Rows left by a killed process are then sent at once. */
  readonly isSingleInstance?: boolean;
  /** AUDIT_KEY: hides texts and secrets in audit events. */
  readonly auditKey: string;
  /** How its outboxes are swept; default timing if left out. */
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
