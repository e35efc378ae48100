import {
  announceDeadLetters,
  type AssertionIssuer,
  type CloserStack,
  type Consuming,
  type Database,
  makeDeadLetters,
  makeJobStarter,
  makeOutboxRelay,
  makeOutboxStore,
  type OutboxRelay,
  type OutboxStore,
  type ServiceClient,
  startErasing,
  startErasingLetters,
  type SubscriptionHandle,
  watchRelay,
} from '@output-review/runtime';

import { makeConfirmHeld } from './clients/confirm-held.ts';
import { makeListAuditHeads } from './clients/list-audit-heads.ts';
import { makeSendAdminMail } from './clients/send-admin-mail.ts';
import { makeSettleFiles } from './clients/settle-files.ts';
import { consumeDestinationsSwitchedOff } from './consumers/destinations-switched-off.ts';
import { consumeInstructionsChanged } from './consumers/instructions-changed.ts';
import { consumeOutputsDeleted } from './consumers/outputs-deleted.ts';
import type { SeenGatewayOptions } from './options.ts';
import { keepHeads, thinHeads } from './store/audit/kept-heads.ts';
import { removeDeadReservations } from './store/file-reservations/remove-dead-reservations.ts';
import { recordVersions } from './store/instructions/record-versions.ts';
import { adminsOf } from './store/people/admins-of.ts';
import { removeEnded } from './store/people/remove-ended.ts';
import { dropBodies, listBodies } from './store/submissions/bodies.ts';
import { releaseOldKeys } from './store/submissions/idempotency-keys.ts';
import { markDeleted } from './store/submissions/mark-deleted.ts';
import { resendSubmissions } from './store/submissions/resend-submissions.ts';
import { makeSubmissionOutbox } from './store/submissions/submission-outbox.ts';
import { ERASE_STEPS, makeEndedWorkspaces } from './store/workspaces/erase-workspace.ts';
import { makeKeepAuditHeads } from './use-cases/audit/keep-audit-heads.ts';
import { makeTellAdmins, type TellAdmins } from './use-cases/people/tell-admins.ts';
import { makeReconcileBodies } from './use-cases/submissions/reconcile-bodies.ts';

export interface BackgroundParts {
  readonly options: Pick<
    SeenGatewayOptions,
    'bus' | 'log' | 'clock' | 'telemetry' | 'isAlone' | 'relay' | 'eraseEveryMs'
  >;
  readonly database: Database;
  readonly closers: CloserStack;
}

export interface Relays {
  /** Of submissions. */
  readonly submissions: OutboxRelay;
  /** Of everything else. */
  readonly changes: OutboxRelay;
}

/** Starts to send what the outboxes hold. */
export function startRelays({ options, database, closers }: BackgroundParts): Relays {
  const { bus, log, clock, telemetry, isAlone = false, relay: sweeping } = options;
  const around = { bus, log, clock, telemetry, isAlone };
  const start = (outbox: string, store: OutboxStore): OutboxRelay => {
    const relay = makeOutboxRelay({ ...around, ...sweeping, store });
    watchRelay(telemetry.metrics, { outbox, relay });
    relay.start();
    closers.add(`relay of ${outbox}`, () => relay.stop());
    return relay;
  };
  announceDeadLetters({ ...around, database, closers });
  return {
    submissions: start('submissions', makeSubmissionOutbox(database)),
    changes: start('changes', makeOutboxStore(database)),
  };
}

const BATCH_MAX = 500;

/** Starts to read what others publish. */
export function startConsumers({
  options,
  database,
  closers,
  tellAdmins,
}: BackgroundParts & { readonly tellAdmins: TellAdmins }): Record<string, SubscriptionHandle> {
  const { bus, log, clock, telemetry } = options;
  const consuming: Consuming = {
    ...{ bus, group: 'gateway', batchMax: BATCH_MAX, deadLetters: makeDeadLetters(database) },
    ...{ log, clock, telemetry },
  };
  const deletions = consumeOutputsDeleted(consuming, {
    markDeleted: (keys) => markDeleted(database, keys),
  });
  closers.add('consumer of outputs.deleted', () => deletions.close());
  const versions = consumeInstructionsChanged(consuming, {
    recordVersions: (told) => recordVersions(database, told),
  });
  closers.add('consumer of instructions.changed', () => versions.close());
  const switchedOff = consumeDestinationsSwitchedOff(consuming, { tellAdmins });
  closers.add('consumer of destinations.switched_off', () => switchedOff.close());
  return {
    'outputs.deleted': deletions,
    'instructions.changed': versions,
    'destinations.switched_off': switchedOff,
  };
}

/** Mails the admins of workspaces, where mails go out. */
export function composeTellAdmins(
  { mail, log }: Pick<SeenGatewayOptions, 'mail' | 'log'>,
  { database, publicUrl }: { readonly database: Database; readonly publicUrl: () => string },
): TellAdmins {
  return makeTellAdmins({
    adminsOf: (workspaceId) => adminsOf(database, workspaceId),
    send: makeSendAdminMail(mail, log),
    publicUrl,
  });
}

export interface JobParts extends BackgroundParts {
  readonly reviewClient: ServiceClient;
  readonly mediaClient: ServiceClient;
  readonly issuer: AssertionIssuer;
  readonly liftAbandonedClosings: () => Promise<void>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
// A minute is when a mark counts as abandoned; until the next look its project takes nothing.
const CLOSINGS_EVERY_MS = 15_000;

/** Starts what is done from time to time. */
export function startJobs(parts: JobParts): void {
  const { options, database, closers, reviewClient, mediaClient, issuer } = parts;
  const { log, clock } = options;
  const start = makeJobStarter({ log, clock, closers });
  startErasing({
    ...{ log, clock, closers, client: database, steps: ERASE_STEPS },
    everyMs: options.eraseEveryMs,
    erased: makeEndedWorkspaces(database),
  });
  startErasingLetters({
    ...{ log, clock, closers, database },
    tombstones: { table: 'submissions', id: 'id', isDeleted: 'deleted_at IS NOT NULL' },
  });
  start('lift abandoned closings', CLOSINGS_EVERY_MS, parts.liftAbandonedClosings);
  start('release old idempotency keys', MINUTE_MS, () => releaseOldKeys(database));
  start('remove ended sessions and links', HOUR_MS, () => removeEnded(database, clock.now()));
  start('remove dead file reservations', MINUTE_MS, () => removeDeadReservations(database));
  start(
    'keep audit heads',
    MINUTE_MS,
    makeKeepAuditHeads({
      listHeads: makeListAuditHeads({ client: reviewClient, issuer }),
      keepHeads: (heads) => keepHeads(database, heads),
      thinHeads: () => thinHeads(database),
      now: () => clock.now(),
    }),
  );
  start('settle files', MINUTE_MS, makeSettleFiles({ client: mediaClient, issuer }));
  start(
    'reconcile bodies',
    MINUTE_MS,
    makeReconcileBodies({
      log,
      listBodies: (after) => listBodies(database, after),
      confirmHeld: makeConfirmHeld({ client: reviewClient, issuer }),
      dropBodies: (keys) => dropBodies(database, keys),
      resend: (keys, room) => resendSubmissions(database, keys, room),
    }),
  );
}
