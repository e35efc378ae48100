import {
  type Auditor,
  type CloserStack,
  type Database,
  makeAuditor,
  makeOutboxRelay,
  makeOutboxStore,
  newId,
  type StoredEvent,
  watchRelay,
} from '@output-review/runtime';

import type { SeenEvaluatorOptions } from '../options.ts';

interface TellingParts {
  readonly database: Database;
  readonly closers: CloserStack;
}

export interface Telling {
  readonly auditor: Auditor;
  /** Takes what was committed on its way out. */
  readonly handOver: (events: readonly StoredEvent[]) => void;
}

/** Starts to send what the audit is told. */
export function startTelling(
  { bus, log, clock, telemetry, auditKey, isAlone = false }: SeenEvaluatorOptions,
  { database, closers }: TellingParts,
): Telling {
  const store = makeOutboxStore(database);
  const relay = makeOutboxRelay({ store, bus, log, clock, telemetry, isAlone });
  watchRelay(telemetry.metrics, { outbox: 'changes', relay });
  relay.start();
  closers.add('relay of changes', () => relay.stop());
  return {
    auditor: makeAuditor({ auditKey, source: 'evaluator', newId, now: () => clock.now() }),
    handOver: (events) => relay.handOver(events),
  };
}
