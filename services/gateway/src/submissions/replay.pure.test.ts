import { describe, expect, test } from '@jest/globals';

import { type KnownSubmission, replay } from './replay.pure.ts';

const now = new Date('2026-01-02T03:04:05.000Z');
const known: KnownSubmission = {
  workspaceId: 'w',
  id: 'o-1',
  fingerprint: 'same',
  isSync: false,
  leaseUntil: null,
  answer: null,
  isDeleted: false,
};

describe('replay', () => {
  test('gives the same body the first answer', () => {
    expect(replay(known, 'same', { by: 'id', now })).toEqual({
      status: 202,
      body: { ok: true, id: 'o-1', status: 'pending' },
    });
  });

  test('repeats the answer of a sync submission exactly', () => {
    const answer = { status: 200, body: { ok: true, id: 'o-1', verdict: 'fail' } } as const;

    const repeated = replay({ ...known, isSync: true, answer }, 'same', { by: 'id', now });

    expect(repeated).toEqual(answer);
  });

  test('another body is a conflict of the ID, or a reuse of the key', () => {
    // The field lets clients distinguish it from the ID of a deleted output.
    expect(() => replay(known, 'other', { by: 'id', now })).toThrow(
      expect.objectContaining({ code: 'ID_CONFLICT', fields: { id: expect.any(String) } }),
    );
    expect(() => replay(known, 'other', { by: 'idempotency-key', now })).toThrow(
      expect.objectContaining({ code: 'IDEMPOTENCY_KEY_REUSED' }),
    );
  });

  test('the id of a deleted output is never used again', () => {
    expect(() => replay({ ...known, isDeleted: true }, 'same', { by: 'id', now })).toThrow(
      expect.objectContaining({ code: 'ID_CONFLICT' }),
    );
  });

  test('refuses a repeat while the first sync request is in flight, and lets it finish afterwards', () => {
    const inFlight = { ...known, isSync: true, leaseUntil: new Date(now.getTime() + 1) };

    expect(() => replay(inFlight, 'same', { by: 'id', now })).toThrow(
      expect.objectContaining({ code: 'IDEMPOTENCY_IN_FLIGHT' }),
    );
    expect(replay({ ...inFlight, leaseUntil: now }, 'same', { by: 'id', now })).toBeNull();
  });
});
