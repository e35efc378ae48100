import { type DataOf, type EventType, outputKey } from '@output-review/contracts';
import { type AuditEntry, type AuditOrigin, transact, type Tx } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import { type Happening, notify } from './notify.sql.ts';

/** The audit entry of one output. */
export interface OutputAudit extends OutputKey, Pick<AuditEntry, 'action' | 'before' | 'after'> {}

/** A transaction that changes outputs and reports it. */
export interface OutputsTx extends Tx {
  /**
   * Notifies streams and destinations. Must come last for the rows of these outputs, except for deletion: it reports
   * first and then empties the rows.
   */
  notify(happenings: readonly Happening[]): Promise<void>;
  /** Publishes an event about each of these outputs. */
  publishEach<E extends EventType>(event: E, facts: readonly (DataOf<E> & OutputKey)[]): void;
  /** Records the changes of these outputs in the audit log. */
  auditEach(origin: AuditOrigin, done: readonly OutputAudit[]): void;
}

/** Runs a change of outputs. After the commit, sends its events and wakes the delivery sender. */
export function changeOutputs<T>(ctx: Context, work: (tx: OutputsTx) => Promise<T>): Promise<T> {
  const { clock, jobs } = ctx;
  return transact(ctx, (tx) =>
    work({
      ...tx,
      notify: async (happenings) => {
        tx.onCommit(jobs.tailEvents.wake);
        if (await notify(tx, happenings)) tx.onCommit(jobs.sendDeliveries.wake);
      },
      publishEach: (event, facts) => {
        for (const data of facts) {
          tx.publish(event, { key: outputKey(data), at: clock.now(), data });
        }
      },
      auditEach: (origin, done) => {
        for (const { workspaceId, id, ...entry } of done) {
          tx.audit(origin, { workspaceId, target: { kind: 'output', id }, logId: id, ...entry });
        }
      },
    }),
  );
}
