import { type DataOf, type EventType, outputKey } from '@output-review/contracts';
import { type AuditEntry, type AuditOrigin, transact, type Tx } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import { type Happening, notify } from './notify.sql.ts';

/** What the audit is told of one output. */
export interface OutputAudit extends OutputKey, Pick<AuditEntry, 'action' | 'before' | 'after'> {}

/** A transaction that changes outputs, and tells of it. */
export interface OutputsTx extends Tx {
  /**
   * Tells streams and destinations. The last thing that is done to the rows of these outputs, but for
   * deleting: that is told before the rows are emptied.
   */
  notify(happenings: readonly Happening[]): Promise<void>;
  /** Publishes an event about each of these outputs. */
  publishEach<E extends EventType>(event: E, facts: readonly (DataOf<E> & OutputKey)[]): void;
  /** Tells the audit what is done to these outputs. */
  auditEach(origin: AuditOrigin, done: readonly OutputAudit[]): void;
}

/** Runs a change of outputs; after the commit its events are on their way, and who sends them is woken. */
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
