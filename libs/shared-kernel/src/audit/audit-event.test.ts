import { randomBytes } from 'node:crypto';

import { auditRecorded, makeTolerantValidator } from '@output-review/contracts';
import { describe, expect, test } from '@jest/globals';

import { type ChainedRecord, FIRST_LINK, makeLinkOf } from './audit-chain.ts';
import { type AuditEntry, type AuditOrigin, makeAuditEventOf } from './audit-event.ts';
import { unredacted } from './hide-values.ts';

const KEY = randomBytes(32).toString('base64');
const AT = new Date('2026-01-02T03:04:05.678Z');
const ADA: AuditOrigin = {
  principal: {
    ...{ kind: 'user', workspaceId: 'w', userId: 'u-1', email: 'ada@example.com', role: 'admin' },
  },
  clientAddress: '203.0.113.7',
  requestId: 'r-1',
};

const ENTRY: AuditEntry = {
  ...{ workspaceId: 'w', action: 'rule.updated', target: { kind: 'rule', id: 'rule-1' } },
};

function tell(entry: Partial<AuditEntry>, { origin = ADA, auditKey = KEY } = {}) {
  const eventOf = makeAuditEventOf({ auditKey, source: 'evaluator', clock: { now: () => AT } });
  const event = eventOf(origin, { ...ENTRY, ...entry });
  expect(makeTolerantValidator(auditRecorded.schema)(event.data)).toBeNull();
  expect(JSON.parse(event.json)).toEqual(event.data);
  return event.data as ChainedRecord;
}

describe('an audit event', () => {
  test('names the actor, origin, action and time', () => {
    expect(tell({ logId: 'a' })).toEqual({
      workspaceId: 'w',
      at: AT.toISOString(),
      action: 'rule.updated',
      actor: { kind: 'user', id: 'u-1', name: 'ada@example.com' },
      address: '203.0.113.7',
      requestId: 'r-1',
      target: { kind: 'rule', id: 'rule-1' },
      logId: 'a',
      before: null,
      after: null,
    });
  });

  test('names tokens as API answers do, and services that act on their own', () => {
    const scopes = ['decide'] as const;
    const token = { kind: 'token', workspaceId: 'w', tokenId: 't-1', scopes } as const;
    const actorOf = (principal: AuditOrigin['principal']) =>
      tell({}, { origin: { principal, clientAddress: null, requestId: null } }).actor;

    expect(actorOf({ ...token, name: null })).toEqual({ kind: 'token', id: 't-1', name: 'api' });
    expect(actorOf({ ...token, name: 'ci' })).toMatchObject({ name: 'token:ci' });
    const system = { kind: 'system', id: null, name: 'review' };
    expect(actorOf({ kind: 'service', service: 'review' })).toEqual(system);
  });

  test('keeps numbers, flags and values marked as unredacted, and hides every other value', () => {
    const { after } = tell({
      after: {
        ...{ days: 30, isActive: true, nothing: null, left: undefined },
        ...{ type: unredacted('regex_forbidden'), scopes: unredacted(['read']) },
        ...{ name: 'a secret', tags: ['a secret'], metadata: { of: 'a secret' } },
      },
    });

    const hidden = { hmac: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(after).toEqual({
      ...{ days: 30, isActive: true, nothing: null },
      ...{ type: 'regex_forbidden', scopes: ['read'] },
      ...{ name: hidden, tags: hidden, metadata: hidden },
    });
    expect(JSON.stringify(after)).not.toContain('secret');
  });

  test('contains only the fields that a change changed', () => {
    const { before, after } = tell({
      before: { name: 'one', value: 'same', isActive: true, gone: 1 },
      after: { name: 'two', value: 'same', isActive: true },
    });

    expect(Object.keys(before ?? {})).toEqual(['name', 'gone']);
    expect(Object.keys(after ?? {})).toEqual(['name']);
    expect(before?.['name']).not.toEqual(after?.['name']);
  });

  test('hides equal texts alike, but differently per key and per workspace', () => {
    const hide = (workspaceId: string, auditKey = KEY) =>
      tell({ workspaceId, after: { name: 'a text' } }, { auditKey }).after?.['name'];

    expect(hide('w')).toEqual(hide('w'));
    expect(hide('v')).not.toEqual(hide('w'));
    expect(hide('w', randomBytes(32).toString('base64'))).not.toEqual(hide('w'));
  });
});

describe('a chain link', () => {
  const record: ChainedRecord = { ...tell({ after: { a: 1, b: 2 } }), seq: 1, eventId: 'e-1' };
  const linkOf = makeLinkOf(KEY);
  const link = linkOf(FIRST_LINK, record);

  test.each(Object.keys(record) as (keyof ChainedRecord)[])('changes with the %s', (field) => {
    expect(linkOf(FIRST_LINK, { ...record, [field]: 2 })).not.toBe(link);
  });

  test('changes with the link before it, and with the key', () => {
    expect(linkOf(link, record)).not.toBe(link);
    expect(makeLinkOf(randomBytes(32).toString('base64'))(FIRST_LINK, record)).not.toBe(link);
  });

  test('does not depend on the order in which a database returns fields', () => {
    const reordered = Object.fromEntries(Object.entries(record).toReversed()) as ChainedRecord;
    expect(linkOf(FIRST_LINK, { ...reordered, after: { b: 2, a: 1 } })).toBe(link);
  });
});
