import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import {
  ACCEPTED,
  type Answer,
  cut,
  json,
  type ScriptedService,
  startScriptedService,
  statusOf,
} from '../test/scripted-service.ts';
import {
  type ApprovalOptions,
  type DecisionStatus,
  NotApprovedError,
  type NotApprovedReason,
} from './index.ts';

interface Refund {
  order: string;
  amount: number;
  card?: string | undefined;
}

const ASKED: Refund = { order: 'A-17', amount: 40, card: '4111' };
const STORED = { order: 'A-17', amount: 40, card: '[card]' };

let service: ScriptedService;
let runs: unknown[];

beforeEach(async () => {
  service = await startScriptedService();
  runs = [];
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
});

const refundWith = (
  options: Partial<ApprovalOptions<Refund>> = {},
  client = service.client({ maxRetries: 0 }),
) =>
  client.requireApproval(
    async function refund(params: Refund, { id, decision }) {
      runs.push(params);
      return { ...params, id, by: decision.decidedBy };
    },
    { project: 'Support', summary: 'Refund it', ...options },
  );

const stored = json(200, { id: 'a-1', action: { name: 'refund', params: STORED } });

/** Asks for approval of a refund; the service answers with this status. */
function ruledBy(status: Readonly<Record<string, unknown>>, ...later: readonly Answer[]) {
  service.answer(ACCEPTED, statusOf(status), ...later);
  return refundWith()(ASKED);
}

describe('an approval', () => {
  test('submits the action with its params and requires approval', async () => {
    service.answer(ACCEPTED, statusOf({ settled: true, humanDecision: 'approved' }));
    const refund = refundWith({
      summary: ({ order, amount }) => `Refund ${amount} for ${order}`,
      fields: ({ order }) => ({ task: 'Refunds', subjectId: order, respondBy: 'PT1H' }),
    });

    await refund(ASKED);

    expect(service.calls[0]).toMatchObject({ method: 'POST', path: '/api/logs' });
    expect(service.calls[0]?.body).toEqual({
      ...{ project: 'Support', task: 'Refunds', subjectId: 'A-17', respondBy: 'PT1H' },
      action: { name: 'refund', summary: 'Refund 40 for A-17', params: ASKED },
      requireApproval: true,
    });
  });

  test('runs the function with the approved params and returns its result', async () => {
    const approved = ruledBy({ settled: true, humanDecision: 'approved', decidedBy: 'ada' });
    await expect(approved).resolves.toEqual({ ...ASKED, id: 'a-1', by: 'ada' });
    expect(runs).toEqual([ASKED]);
  });

  test('runs with the params as submitted, even if the caller changes the object while waiting', async () => {
    const params = { ...ASKED };
    service.answer(ACCEPTED, (response, call) => {
      params.amount = 4_000;
      statusOf({ settled: true, humanDecision: 'approved' })(response, call);
    });
    await refundWith()(params);
    expect(runs).toEqual([ASKED]);
  });

  test('a correction overrides only the params that differ from the stored ones', async () => {
    const correctedAction = { params: { ...STORED, amount: 30 } };
    const changed = { settled: true, humanDecision: 'changed', correctedAction };
    await expect(ruledBy(changed, stored)).resolves.toMatchObject({ amount: 30 });
    expect(runs).toEqual([{ order: 'A-17', amount: 30, card: '4111' }]);
  });

  test('does not run the function if a correction moves a masked value', async () => {
    const correctedAction = { params: { order: '[card]', amount: 40, card: '[card]' } };
    const changed = { settled: true, humanDecision: 'changed', correctedAction };
    await expect(ruledBy(changed, stored)).rejects.toMatchObject({
      ...{ reason: 'redo', id: 'a-1', decision: { correctedAction } },
      cause: expect.objectContaining({ message: expect.stringContaining('[card]') }),
    });
    expect(runs).toEqual([]);
  });

  test.each([-1, NaN])('refuses a timeout of %d ms before anything is asked', (timeoutMs) => {
    expect(() => refundWith({ timeoutMs })).toThrow(TypeError);
  });

  test('the fields cannot override requireApproval, action or project', async () => {
    service.answer(ACCEPTED, statusOf({ settled: true, humanDecision: 'approved' }));
    const fields = { requireApproval: false, action: { name: 'x', summary: 'y' }, project: 'Z' };
    await refundWith({ fields: fields as object })(ASKED);
    expect(service.calls[0]?.body).toMatchObject({
      ...{ requireApproval: true, project: 'Support', action: { name: 'refund' } },
    });
  });

  describe('that times out during an outage', () => {
    const isAway = json(503, failure('UNAVAILABLE'), { 'retry-after': '60' });
    const after = (answer: Answer) => {
      service.answer(ACCEPTED, (response, call) =>
        (call.path.includes('wait=') ? isAway : answer)(response, call),
      );
      return refundWith({ timeoutMs: 50 }, service.client())(ASKED);
    };

    test('runs the function if it was approved in the meantime', async () => {
      await after(statusOf({ settled: true, humanDecision: 'approved' }));
      expect(runs).toEqual([ASKED]);
    });

    test.each<[string, Answer, object]>([
      ['nobody has decided', statusOf(), { reason: 'unanswered' }],
      ['the service is still down', isAway, { reason: 'unanswered' }],
      ['nobody answers', cut, { reason: 'unanswered' }],
      ['the output is gone', json(404, failure('NOT_FOUND')), { reason: 'deleted' }],
      ['the token is revoked', json(401, failure('X')), { code: 'X' }],
    ])('does not run the function if %s', async (_, answer, expected) => {
      await expect(after(answer)).rejects.toMatchObject(expected);
      expect(runs).toEqual([]);
    });
  });

  test('rejects with the error that the function throws', async () => {
    service.answer(ACCEPTED, statusOf({ settled: true, humanDecision: 'approved' }));
    const broken = new Error('broken');
    const fail = () => Promise.reject(broken);
    const options = { project: 'Support', summary: 'Fail' };
    const asked = service.client().requireApproval(fail, options)({});
    await expect(asked).rejects.toBe(broken);
  });
});

// Every value of a status. A new decision or status does not compile until it is added here.
const STATUSES = Object.keys({
  ...{ pending: 1, pass: 1, flagged: 1, error: 1 },
} satisfies Record<DecisionStatus['status'], 1>);
const DECISIONS = Object.keys({
  ...{ approved: 1, rejected: 1, changed: 1, handled: 1 },
} satisfies Record<NonNullable<DecisionStatus['humanDecision']>, 1>);
const CORRECTIONS = [null, { params: { ...STORED, amount: 30 } }, {}, { params: null }, 'yes'];

const CASES = STATUSES.flatMap((status) =>
  [...DECISIONS, null, 'unheard-of'].flatMap((humanDecision) =>
    ['ada@example.com', 'deadline', 'api', null].flatMap((decidedBy) =>
      CORRECTIONS.map((correctedAction) => ({
        ...{ status, humanDecision, decidedBy, correctedAction },
      })),
    ),
  ),
);

const REASONS: Readonly<Record<string, NotApprovedReason>> = {
  rejected: 'rejected',
  changed: 'redo',
  handled: 'handled',
};

describe('runs the function only for an approved or changed action', () => {
  test('covers every combination of a settled status', async () => {
    const counts: Record<string, number> = {};
    for (const status of CASES) {
      runs = [];
      const { humanDecision, decidedBy, correctedAction } = status;
      const outcome = await ruledBy({ ...status, settled: true }, stored).catch(
        (error: unknown) => error,
      );
      const isCorrected = humanDecision === 'changed' && correctedAction === CORRECTIONS[1];
      if (humanDecision === 'approved' || isCorrected) {
        expect(runs).toEqual([{ ...ASKED, amount: isCorrected ? 30 : 40 }]);
        counts['run'] = (counts['run'] ?? 0) + 1;
        continue;
      }
      const isExpired = humanDecision === 'rejected' && decidedBy === 'deadline';
      const reason = isExpired ? 'expired' : (REASONS[String(humanDecision)] ?? 'undecided');
      expect([runs, outcome]).toEqual([[], expect.any(NotApprovedError)]);
      expect(outcome).toMatchObject({
        ...{ code: 'NOT_APPROVED', reason, id: 'a-1', decision: { humanDecision } },
      });
      counts[reason] = (counts[reason] ?? 0) + 1;
    }
    expect(counts).toEqual({
      ...{ run: 96, rejected: 60, expired: 20, redo: 64, handled: 80, undecided: 160 },
    });
  });

  test('does not run for an unsettled status, regardless of its other fields', async () => {
    for (const status of CASES.filter(({ correctedAction }) => correctedAction === null)) {
      service.answer(ACCEPTED, statusOf({ ...status, settled: false }));
      const asked = refundWith({ timeoutMs: 20 })(ASKED);
      await expect(asked).rejects.toMatchObject({ reason: 'unanswered', decision: null });
    }
    expect(runs).toEqual([]);
  });

  test('a rejection includes the comment', async () => {
    const rejected = ruledBy({ settled: true, humanDecision: 'rejected', comment: 'Too much.' });
    await expect(rejected).rejects.toThrow(/rejected.*Too much\./);
  });

  test.each([
    ['deleted while it waited', [json(404, { error: 'x', code: 'NOT_FOUND', fields: {} })]],
    [
      'deleted before its correction was read',
      [
        statusOf({ settled: true, humanDecision: 'changed', correctedAction: { params: {} } }),
        json(404, { error: 'x', code: 'NOT_FOUND', fields: {} }),
      ],
    ],
  ])('reports an output that was %s', async (_, answers) => {
    service.answer(ACCEPTED, ...answers);
    await expect(refundWith()(ASKED)).rejects.toMatchObject({ reason: 'deleted', id: 'a-1' });
    expect(runs).toEqual([]);
  });

  test('reports a deleted output on a repeated ID, but not an ID conflict with another output', async () => {
    const conflict = { error: 'x', code: 'ID_CONFLICT', fields: {} };
    const again = () => refundWith({ fields: { id: 'a-1' } })(ASKED);
    service.answer(json(409, conflict));
    await expect(again()).rejects.toMatchObject({ reason: 'deleted', id: 'a-1' });
    service.answer(json(409, { ...conflict, fields: { id: 'Is taken.' } }));
    await expect(again()).rejects.toMatchObject({ code: 'ID_CONFLICT' });
    expect(runs).toEqual([]);
  });

  const changed = statusOf({
    ...{ settled: true, humanDecision: 'changed', correctedAction: CORRECTIONS[1] },
  });
  test.each([
    ['a submission that is refused', [json(403, failure('FORBIDDEN'))], 'FORBIDDEN'],
    ['a submission without an answer', [cut], 'NETWORK_ERROR'],
    ['a wait with a token that was revoked', [ACCEPTED, json(401, failure('X'))], 'X'],
    ['an answer that is not a status', [ACCEPTED, json(200, { ok: true })], 'INVALID_RESPONSE'],
    [
      'an answer that resembles a status',
      [ACCEPTED, json(200, { settled: 'true', humanDecision: 'approved' })],
      'INVALID_RESPONSE',
    ],
    [
      'a correction that the token may not read',
      [ACCEPTED, changed, json(403, failure('FORBIDDEN'))],
      'FORBIDDEN',
    ],
    ['a correction that cannot be read', [ACCEPTED, changed, cut], 'NETWORK_ERROR'],
    [
      'a correction of an output without an action',
      [ACCEPTED, changed, json(200, { id: 'a-1', action: null })],
      'INVALID_RESPONSE',
    ],
  ])('does not run after %s', async (_, answers, code) => {
    service.answer(...answers);
    await expect(refundWith()(ASKED)).rejects.toMatchObject({ code });
    expect(runs).toEqual([]);
  });

  test('does not run after the signal was aborted, even if it was approved by then', async () => {
    const reason = new Error('enough');
    const ending = new AbortController();
    service.answer(ACCEPTED, statusOf({ settled: true, humanDecision: 'approved' }));
    // Aborts once the client has the whole answer.
    const client = service.client({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        const answer = new Response(await response.text(), response);
        if (init?.method === 'GET') ending.abort(reason);
        return answer;
      },
    });
    const asked = refundWith({}, client)(ASKED, { signal: ending.signal });
    await expect(asked).rejects.toBe(reason);
    expect(runs).toEqual([]);
  });
});

function failure(code: string) {
  return { error: 'No.', code, fields: {} };
}

describe('what is refused before it is submitted', () => {
  test('a function without a name, unless the action has one', () => {
    const options = { project: 'Support', summary: 'Do it' };
    expect(() => service.client().requireApproval(() => 1, options)).toThrow(TypeError);
    service.client().requireApproval(() => 1, { ...options, name: 'one' });
  });

  test.each<[string, unknown]>([
    ['not an object', 'A-17'],
    ['nothing', undefined],
    ['null', null],
    ['a list', [1]],
    ['a date', { at: new Date() }],
    ['a function', { then: () => 1 }],
    ['a number that JSON cannot write', { n: NaN }],
    ['a bigint', { n: 1n }],
    ['a map', { m: new Map([[1, 2]]) }],
  ])('params that are or have %s', async (_, params) => {
    await expect(refundWith()(params as Refund)).rejects.toThrow(TypeError);
    expect(service.calls).toEqual([]);
  });

  test('a key with the value undefined is not sent', async () => {
    service.answer(ACCEPTED, statusOf({ settled: true, humanDecision: 'approved' }));
    await refundWith()({ order: 'A-17', amount: 1, card: undefined });
    expect(runs).toEqual([{ order: 'A-17', amount: 1 }]);
  });
});
