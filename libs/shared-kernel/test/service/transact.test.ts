import { outputsDeleted, TOPICS } from '@output-review/contracts';
import { beforeEach, expect, test } from '@jest/globals';

import type { StoredEvent } from '../../../runtime/src/messaging/outbox/outbox-store.ts';
import { useOutbox } from '../../../runtime/test/messaging/outbox/outbox-fixture.ts';
import { makeAuditEventOf } from '../../src/audit/audit-event.ts';
import type { BaseContext } from '../../src/service/base-context.ts';
import type { Outbox } from '../../src/service/open-outbox.ts';
import { transact, type Tx } from '../../src/service/transact.ts';

const AT = new Date('2026-03-04T05:06:07.008Z');
const { db } = useOutbox();

let dispatched: StoredEvent[] = [];

beforeEach(() => {
  dispatched = [];
});

test('writes events and audit entries to the outbox in order, and dispatches them after the commit', async () => {
  const meanwhile = await transact(context(), async (tx) => {
    tell(tx, 'first');
    audit(tx);
    tell(tx, 'second');
    return { dispatched: dispatched.length, rows: (await outbox()).length };
  });

  expect(meanwhile).toEqual({ dispatched: 0, rows: 0 });
  const rows = await outbox();
  expect(rows).toMatchObject([
    { topic: TOPICS.outputsDeleted, key: 'first', source: 'review' },
    { topic: TOPICS.auditRecorded, key: 'w', source: 'review' },
    { topic: TOPICS.outputsDeleted, key: 'second', source: 'review' },
  ]);
  expect(dispatched.map(({ id }) => id)).toEqual(rows.map((row) => row.event_id));
});

test('runs commit callbacks after the relay, in order', async () => {
  const called: string[] = [];
  await transact(context(), async (tx) => {
    tx.onCommit(() => called.push(`first, of ${dispatched.length}`));
    tell(tx, 'first');
    tx.onCommit(() => called.push('second'));
  });

  expect(called).toEqual(['first, of 1', 'second']);
});

test('publishes nothing if the work or the commit fails', async () => {
  const called: string[] = [];
  const failing = transact(context(), (tx) => {
    tell(tx, 'first');
    tx.onCommit(() => called.push('work'));
    return Promise.reject(new Error('Not so'));
  });
  await expect(failing).rejects.toThrow('Not so');

  const uncommitted = transact(context(), async (tx) => {
    tell(tx, 'first');
    tx.onCommit(() => called.push('commit'));
    await tx.query('SELECT 1 / 0').catch(() => undefined);
  });
  await expect(uncommitted).rejects.toThrow('current transaction is aborted');

  expect([...dispatched, ...called]).toEqual([]);
  expect(await outbox()).toEqual([]);
});

test('writes nothing to the outbox if the transaction publishes nothing', async () => {
  expect(await transact(context(), () => Promise.resolve('done'))).toBe('done');
  expect(dispatched).toEqual([]);
});

function context(): Outbox & Pick<BaseContext, 'service' | 'db'> {
  const auditKey = Buffer.alloc(32, 7).toString('base64');
  return {
    service: 'review',
    db: db(),
    auditEventOf: makeAuditEventOf({ auditKey, source: 'review', clock: { now: () => AT } }),
    relay: { dispatch: (stored) => void dispatched.push(...stored) },
  };
}

function tell(tx: Tx, key: string): void {
  tx.publish(outputsDeleted, { key, at: AT, data: outputsDeleted.examples.valid });
}

function audit(tx: Tx): void {
  const principal = { kind: 'service', service: 'review' } as const;
  tx.audit(
    { principal, clientAddress: null, requestId: null },
    { workspaceId: 'w', action: 'output.deleted', target: { kind: 'output', id: 'o' } },
  );
}

async function outbox() {
  const { rows } = await db().query<{
    topic: string;
    key: string;
    source: string;
    event_id: string;
  }>('SELECT topic, key, source, event_id FROM outbox ORDER BY seq');
  return rows;
}
