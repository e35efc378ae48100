import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AppliedRuleAnswer, OutputsSubmitted } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { type ApiClient, eventually, makeApiClient } from '@output-review/runtime/testing';

import { makeAuditReader } from '../../test/audit-records.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  eventOf,
  useTestReview,
} from '../../test/test-review.ts';
import { startReview } from '../service.ts';

const t = useTestReview();

beforeEach(() => {
  t.evaluator.behave(async () => []);
});

const ACTION = { name: 'refund', summary: 'Refund 500', params: { amount: 500, to: 'ada' } };
const SMALLER = { params: { amount: 50, to: 'ada' } };

/** An evaluated output with an action, and calls to it by a person and by a token. */
async function anAction(given: Partial<OutputsSubmitted['content']> = {}) {
  const valid = aSubmission();
  const output = aSubmission({ content: { ...valid.content, action: ACTION, ...given } });
  await t.submit(output);
  await t.evaluate(anEvaluation(output, { outcome: 'fail' }));
  const { id, workspaceId } = output;
  return {
    ...{ id, output, path: `/api/logs/${id}/decision` },
    person: await t.as(aPerson(workspaceId, 'reviewer')),
    token: await t.as(aToken(workspaceId, 'bot')),
    checked: () => t.evaluator.checked.filter((body) => body.workspaceId === workspaceId),
  };
}

function applied(given: Partial<AppliedRuleAnswer>): AppliedRuleAnswer {
  return {
    ...{ ruleId: 'r1', ruleVersion: 1, ruleName: 'At most 100', ruleType: 'json_field_range' },
    ...{ ruleValue: '{}', scope: 'global', projectName: null, taskName: null, outcome: 'failed' },
    ...{ summary: 'Too much.', evaluator: 'deterministic', model: null, confidence: 1 },
    ...{ llmOutput: null, inputTokens: null, outputTokens: null, costUsd: null, attempts: 1 },
    ...{ latencyMs: 1, shadow: false, ...given },
  };
}

const RULES = [
  applied({ ruleId: 'r0', ruleName: 'Polite', outcome: 'passed', summary: null }),
  applied({}),
  applied({ ruleId: 'r2', ruleName: 'Judged', outcome: 'error', summary: 'No judge.' }),
];

async function decidedEventsOf(api: ApiClient, id: string) {
  const { body } = await api.get(`/api/logs/${id}/timeline`);
  const { events } = body as { events: { stage: string }[] };
  return events.filter(({ stage }) => stage === 'decided');
}

describe('a corrected action', () => {
  test('is shown next to the proposed one wherever the decision appears', async () => {
    const { id, path, person, token, output } = await anAction();

    const body = { decision: 'changed', correctedAction: SMALLER };
    expect(await person.patch(path, body)).toMatchObject({ status: 200 });
    // The same action with its keys in another order.
    const reordered = { params: { to: 'ada', amount: 50 } };
    expect(await person.patch(path, { ...body, correctedAction: reordered })).toMatchObject({
      status: 200,
    });

    expect((await token.get(`/api/logs/${id}`)).body).toMatchObject({
      ...{ humanDecision: 'changed', action: ACTION, aiAction: ACTION, comment: null },
      ...{ correctedAction: SMALLER, correctedOutput: null },
      decisions: [{ decision: 'changed', correctedAction: SMALLER, correctedOutput: null }],
    });
    expect((await token.get(`/api/logs/${id}/status`)).body).toMatchObject({
      ...{ settled: true, humanDecision: 'changed', correctedAction: SMALLER },
    });
    expect(await decidedEventsOf(token, id)).toMatchObject([{ detail: 'changed' }]);
    await eventually(() => {
      const told = t.published.filter(
        ({ topic, key }) => topic === 'outputs.decided' && key.endsWith(id),
      );
      expect(told.map(({ json }) => JSON.parse(json) as unknown)).toMatchObject([
        { id, workspaceId: output.workspaceId, correctedOutput: null, correctedAction: SMALLER },
      ]);
    });
  });

  test('may accompany a corrected output, and a different one needs override', async () => {
    const { id, path, person } = await anAction();
    const both = { decision: 'changed', correctedAction: SMALLER, correctedOutput: 'Less.' };
    await person.patch(path, both);

    const other = { ...both, correctedAction: { params: { amount: 5 } } };
    expect(await person.patch(path, other)).toMatchObject({
      ...{ status: 409, body: { code: 'ALREADY_DECIDED' } },
    });
    expect(await person.patch(path, { ...other, override: true })).toMatchObject({ status: 200 });

    expect((await person.get(`/api/logs/${id}`)).body).toMatchObject({
      ...{ correctedOutput: 'Less.', correctedAction: { params: { amount: 5 } } },
      decisions: [{ correctedAction: SMALLER }, { correctedAction: { params: { amount: 5 } } }],
    });
  });

  const deep = (levels: number): object => (levels === 0 ? {} : { in: deep(levels - 1) });

  test.each<[string, object, string]>([
    ['with a comment', { correctedAction: SMALLER, comment: 'Why not less?' }, 'comment'],
    [
      'of a decision other than changed',
      { decision: 'approved', correctedAction: SMALLER },
      'correctedAction',
    ],
    ['without params', { correctedAction: {} }, 'correctedAction.params'],
    [
      'with an unknown key',
      { correctedAction: { ...SMALLER, summary: 'Refund 50' } },
      'correctedAction.summary',
    ],
    ['whose params are a list', { correctedAction: { params: [1] } }, 'correctedAction.params'],
    [
      'of 65 KiB',
      { correctedAction: { params: { a: 'x'.repeat(65 * 1024) } } },
      'correctedAction.params',
    ],
    [
      'with nine levels of nesting',
      { correctedAction: { params: deep(8) } },
      'correctedAction.params',
    ],
    [
      'with a name that reaches a prototype',
      { correctedAction: { params: { constructor: 1 } } },
      'correctedAction.params.constructor',
    ],
  ])('%s is 400, and changes nothing', async (_, body, field) => {
    const { id, path, person, checked } = await anAction();

    expect(await person.patch(path, { decision: 'changed', ...body })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: { [field]: expect.any(String) } },
    });

    expect((await person.get(`/api/logs/${id}`)).body).toMatchObject({ decisions: [] });
    expect(checked()).toEqual([]);
  });

  test('with eight levels of nesting is accepted', async () => {
    const { path, person } = await anAction();
    const correctedAction = { params: deep(7) };

    expect((await person.patch(path, { decision: 'changed', correctedAction })).status).toBe(200);
  });

  test('of an output without an action is 400, also by a token', async () => {
    const { path, person, token } = await anAction({ action: null });

    for (const api of [person, token]) {
      const body = { decision: 'changed', correctedAction: SMALLER, correctedOutput: 'Less.' };
      expect(await api.patch(path, body)).toMatchObject({
        ...{ status: 400, body: { fields: { correctedAction: 'The output has no action.' } } },
      });
    }
  });
});

describe('a correction by a session', () => {
  test('is checked by the rules that apply to the output', async () => {
    const { output, path, person, checked } = await anAction();
    const { projectId, taskId, content } = output;
    const { input, metadata } = content;

    await person.patch(path, { decision: 'changed', correctedAction: SMALLER });

    expect(checked()).toEqual([
      {
        ...{ workspaceId: output.workspaceId, projectId, taskId, attachments: [] },
        content: { output: content.output, input, metadata, action: { ...ACTION, ...SMALLER } },
        corrected: ['action'],
      },
    ]);
  });

  test('that fails rules is refused and changes nothing until it is confirmed', async () => {
    const { id, output, path, person, checked } = await anAction();
    t.evaluator.behave(async () => RULES);
    const body = { decision: 'changed', correctedOutput: 'Less.', correctedAction: SMALLER };

    const refused = await person.patch(path, body);

    expect(refused).toMatchObject({ status: 409 });
    expect(refused.body).toEqual({
      ...{ code: 'CORRECTION_FLAGGED', error: expect.any(String), fields: {} },
      appliedRules: RULES,
    });
    expect((await person.get(`/api/logs/${id}`)).body).toMatchObject({
      ...{ humanDecision: null, decisions: [] },
    });
    expect(await decidedEventsOf(person, id)).toEqual([]);

    const confirmed = await person.patch(path, { ...body, confirmFlagged: true });

    expect(confirmed).toMatchObject({ status: 200, body: { humanDecision: 'changed' } });
    expect(checked().map(({ corrected }) => corrected)).toEqual(
      Array.from({ length: 2 }, () => ['output', 'action']),
    );
    expect(await decidedEventsOf(person, id)).toMatchObject([
      {
        actor: 'ada@example.com',
        detail: 'changed. Confirmed although these rules did not pass: “At most 100”, “Judged”.',
      },
    ]);
    const [record] = await makeAuditReader(t).recorded(output.workspaceId, 1);
    expect(record).toMatchObject({
      action: 'output.decided',
      after: { decision: 'changed', confirmFlagged: true, failedRules: ['r1', 'r2'] },
    });
  });

  test('that passes is not marked as confirmed', async () => {
    const { id, output, path, person } = await anAction();
    const body = { decision: 'changed', correctedAction: SMALLER, confirmFlagged: true };

    await person.patch(path, body);

    expect(await decidedEventsOf(person, id)).toMatchObject([{ detail: 'changed' }]);
    const [record] = await makeAuditReader(t).recorded(output.workspaceId, 1);
    expect(Object.keys(record?.after ?? {})).toEqual(['decision', 'correctedAction']);
  });

  test('lists the first ten of many rules', async () => {
    const { id, path, person } = await anAction();
    const many = Array.from({ length: 12 }, (_, n) => applied({ ruleName: `R${n}` }));
    t.evaluator.behave(async () => many);

    const body = { decision: 'changed', correctedAction: SMALLER, confirmFlagged: true };
    await person.patch(path, body);

    expect(await decidedEventsOf(person, id)).toMatchObject([
      { detail: expect.stringMatching(/: “R0”, .*, “R9” and 2 more\.$/) },
    ]);
  });

  test('is refused while the evaluator is down, confirmed or not', async () => {
    const { id, output, path, person } = await anAction();
    // Nothing listens on this port.
    const peers = { ...t.options.peers, evaluator: () => 'http://127.0.0.1:1' };
    const replica = await startReview({ ...t.options, peers });
    try {
      const headers = await t.headersOf(aPerson(output.workspaceId, 'reviewer'));
      const api = makeApiClient(replica.url).with(headers);
      const body = { decision: 'changed', correctedAction: SMALLER };
      for (const confirmFlagged of [false, true]) {
        const answer = await api.patch(path, { ...body, confirmFlagged });
        expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      }
    } finally {
      await replica.stop();
    }
    expect((await person.get(`/api/logs/${id}`)).body).toMatchObject({ decisions: [] });
  });

  test('or by a token over the model call limit per minute gets a Retry-After', async () => {
    const { path, person, token } = await anAction();
    t.evaluator.behave(async () => {
      throw new AppError('RATE_LIMITED', 'Too many.', { retryAfterSeconds: 17 });
    });

    for (const api of [person, token]) {
      const answer = await api.patch(path, { decision: 'changed', correctedAction: SMALLER });

      expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
      expect(answer.headers.get('retry-after')).toBe('17');
    }
  });

  test('of an output whose submission is a dead letter is checked on its own', async () => {
    const broken = { ...aSubmission(), projectId: 7 };
    await t.bus.send([eventOf('outputs.submitted', broken)]);
    const person = await t.as(aPerson(broken.workspaceId, 'reviewer'));
    const path = `/api/logs/${broken.id}/decision`;

    const body = { decision: 'changed', correctedOutput: 'By hand.' };
    expect(await person.patch(path, { ...body, correctedAction: SMALLER })).toMatchObject({
      status: 400,
    });
    expect(await person.patch(path, body)).toMatchObject({ status: 200 });

    const checked = t.evaluator.checked.filter((each) => each.workspaceId === broken.workspaceId);
    expect(checked).toMatchObject([
      { projectId: '', content: { output: 'By hand.', input: null, action: null } },
    ]);
  });

  test('asks no rules when the decision is refused anyway or already stands', async () => {
    const { path, person, token, checked, output } = await anAction();
    const body = { decision: 'changed', correctedAction: SMALLER };
    await token.patch(path, body);
    const before = checked().length;

    expect((await person.patch(path, body)).status).toBe(200);
    const other = { ...body, correctedAction: { params: {} } };
    expect(await person.patch(path, other)).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
    const { workspaceId, content } = output;
    const pending = aSubmission({ workspaceId, content });
    await t.submit(pending);
    expect(await person.patch(`/api/logs/${pending.id}/decision`, body)).toMatchObject({
      ...{ status: 409, body: { code: 'STILL_EVALUATING' } },
    });

    expect(checked()).toHaveLength(before);
  });

  test('loses against a decision or deletion made while it was checked', async () => {
    const body = { decision: 'changed', correctedAction: SMALLER };
    const decided = await anAction();
    t.evaluator.behave(async () => {
      await decided.token.patch(decided.path, { decision: 'rejected' });
      return [];
    });
    expect(await decided.person.patch(decided.path, body)).toMatchObject({
      ...{ status: 409, body: { code: 'ALREADY_DECIDED' } },
    });

    const deleted = await anAction();
    t.evaluator.behave(async () => {
      const manager = await t.as(aPerson(deleted.output.workspaceId));
      await manager.delete(`/api/logs/${deleted.id}`);
      return [];
    });
    expect(await deleted.person.patch(deleted.path, body)).toMatchObject({ status: 404 });
  });
});

describe('a correction by a token', () => {
  const body = { decision: 'changed', correctedAction: SMALLER };

  test('is made regardless of rules, and the timeline names the rules that did not pass', async () => {
    const { id, output, path, token } = await anAction();
    t.evaluator.behave(async () => RULES);

    expect(await token.patch(path, body)).toMatchObject({ status: 200 });

    expect(await decidedEventsOf(token, id)).toMatchObject([
      {
        actor: 'token:bot',
        detail: 'changed. These rules did not pass: “At most 100”, “Judged”.',
      },
    ]);
    const [record] = await makeAuditReader(t).recorded(output.workspaceId, 1);
    expect(record?.after).toMatchObject({ confirmFlagged: false, failedRules: ['r1', 'r2'] });
  });

  test('is made when the rules cannot be asked, and the timeline says so', async () => {
    const { id, path, token } = await anAction();
    t.evaluator.behave(async () => {
      throw new AppError('UNAVAILABLE', 'Away.');
    });

    expect(await token.patch(path, body)).toMatchObject({ status: 200 });

    expect(await decidedEventsOf(token, id)).toMatchObject([
      { detail: 'changed. The rules could not check the correction.' },
    ]);
  });
});
