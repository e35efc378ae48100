import { type Database, makeAuditor, newId } from '@output-review/runtime';

import type { SeenGatewayOptions } from './options.ts';
import type { Relays } from './start-background.ts';
import { type AuditedChange, makeAuditedChange } from './store/audited-change.ts';

interface ChangeParts {
  readonly options: SeenGatewayOptions;
  readonly database: Database;
  readonly relays: Relays;
}

/** Puts together how the gateway does what somebody asks for, and tells of it. */
export function composeChange({ options, database, relays }: ChangeParts): AuditedChange {
  const { auditKey, clock } = options;
  return makeAuditedChange({
    database,
    auditor: makeAuditor({ auditKey, source: 'gateway', newId, now: () => clock.now() }),
    handOver: (events) => relays.changes.handOver(events),
  });
}
