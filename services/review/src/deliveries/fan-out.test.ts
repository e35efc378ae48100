import { describe, expect, test } from '@jest/globals';
import type { CallbackEvents, OutputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  eventOf,
  useTestReview,
} from '../../test/test-review.ts';
import { NOWHERE, settle } from '../../test/notified-workspaces.ts';

const t = useTestReview();

interface Delivered {
  readonly id: string;
  readonly kind: string;
  readonly event: string;
  readonly output_id: string;
  readonly state: string;
  readonly lane: string;
  readonly words: string | null;
  readonly callback_url_sealed: string | null;
  readonly happened_at: Date;
}

async function deliveriesOf(workspaceId: string, kind?: string): Promise<Delivered[]> {
  const { rows } = await t.sql.query<Delivered>(
    `SELECT d.kind, s.* FROM deliveries s JOIN destinations d ON d.id = s.destination_id
     WHERE s.workspace_id = $1 AND ($2::text IS NULL OR d.kind = $2) ORDER BY s.n`,
    [workspaceId, kind ?? null],
  );
  return rows;
}

const eventsOf = async (workspaceId: string, kind?: string) =>
  (await deliveriesOf(workspaceId, kind)).map(({ event }) => event);

async function streamOf(workspaceId: string) {
  const { rows } = await t.sql.query<Record<string, unknown>>(
    `SELECT event, status, decision, decided_by, project_id FROM output_events
     WHERE workspace_id = $1 ORDER BY xid, n`,
    [workspaceId],
  );
  return rows.map(({ event, status, decision }) => [event, status, decision]);
}

/** A workspace with a subscription to these events. */
async function aSubscribed(events?: readonly string[]) {
  const workspaceId = newId();
  const api = await t.as(aPerson(workspaceId, 'admin'));
  const made = await api.post('/api/subscriptions', { url: `${NOWHERE}/${workspaceId}`, events });
  expect(made.status).toBe(201);
  return { workspaceId, api };
}

async function anEvaluated(
  workspaceId: string,
  outcome: 'pass' | 'fail' | 'error' = 'fail',
  given: Partial<OutputsSubmitted> = {},
) {
  const output = aSubmission({ workspaceId, ...given });
  await t.submit(output);
  await t.evaluate(anEvaluation(output, { outcome, explanation: 'It says too much.' }));
  return output;
}

describe('a subscription', () => {
  test('gets the withdrawal of an output, and not its later result', async () => {
    const { workspaceId } = await aSubscribed();
    const output = aSubmission({ workspaceId });
    await t.submit(output);
    const automation = await t.as(aToken(workspaceId));

    const withdrawn = await automation.post(`/api/logs/${output.id}/withdraw`, {});
    await t.evaluate(anEvaluation(output, { outcome: 'fail' }));

    expect(withdrawn.status).toBe(200);
    expect(await eventsOf(workspaceId)).toEqual(['handled']);
    expect(await streamOf(workspaceId)).toEqual([
      ['decided', 'pending', 'handled'],
      ['evaluated', 'flagged', 'handled'],
    ]);
    const { body } = await automation.get(`/api/logs/${output.id}`);
    expect(body).toMatchObject({ status: 'flagged', humanDecision: 'handled' });
    // Counted once, as decided.
    const counted = await automation.get('/api/logs?pending=true');
    expect(counted.body).toMatchObject({ total: 0 });
  });

  test('gets the events that it wants, each time they happen', async () => {
    const { workspaceId, api } = await aSubscribed(['error', 'pass', 'changed', 'deleted']);
    const before = await anEvaluated(workspaceId, 'fail');
    const output = await anEvaluated(workspaceId, 'pass');
    const wrong = await anEvaluated(workspaceId, 'error');
    const path = `/api/logs/${output.id}`;
    // A duplicate changes nothing, so it is not sent.
    await t.submit(output, wrong);
    await t.evaluate(anEvaluation(output), anEvaluation(wrong, { outcome: 'error' }));
    const change = { decision: 'changed', correctedOutput: 'Less.' };
    await api.patch(`${path}/decision`, change);
    await api.patch(`${path}/decision`, change);
    await api.delete(path);

    const told = await deliveriesOf(workspaceId);
    expect(told.map(({ event, output_id: id }) => [event, id])).toEqual([
      ['pass', output.id],
      ['error', wrong.id],
      ['changed', output.id],
      ['deleted', output.id],
    ]);
    expect(told[1]).toMatchObject({ happened_at: new Date('2026-03-01T11:00:01.000Z') });
    expect(await streamOf(workspaceId)).toEqual([
      ['evaluated', 'flagged', null],
      ['evaluated', 'pass', null],
      ['evaluated', 'error', null],
      ['decided', 'pass', 'changed'],
      ['deleted', null, null],
    ]);
    expect(told.map(({ output_id: id }) => id)).not.toContain(before.id);
  });

  test('gets further runs, results that precede their submission, and unreadable submissions', async () => {
    const { workspaceId, api } = await aSubscribed();
    const output = await anEvaluated(workspaceId, 'pass');
    await api.post(`/api/logs/${output.id}/evaluate`);
    await t.evaluate(anEvaluation(output, { run: 2, outcome: 'fail' }));
    const early = aSubmission({ workspaceId });
    await t.evaluate(anEvaluation(early));
    expect(await eventsOf(workspaceId)).toEqual(['pass', 'flagged']);
    await t.submit(early);
    const unreadable = { workspaceId, id: newId() };
    await t.evaluate(anEvaluation(unreadable));
    await t.bus.send([{ ...eventOf('outputs.submitted', unreadable), json: '{' }]);

    await eventually(async () =>
      expect(await eventsOf(workspaceId)).toEqual(['pass', 'flagged', 'pass', 'error']),
    );
    expect((await streamOf(workspaceId)).map(([, status]) => status)).toEqual([
      ...['pass', 'flagged', 'pass', 'error'],
    ]);
    const error = (await deliveriesOf(workspaceId)).at(-1)?.id;
    expect((await api.get(`/api/deliveries/${error}`)).body).toMatchObject({
      body: { status: 'error', verdict: null, confidenceScore: null },
    });
  });

  test('gets the texts as of the event, and deletion removes them', async () => {
    const { workspaceId, api } = await aSubscribed();
    const output = await anEvaluated(workspaceId);
    await api.patch(`/api/logs/${output.id}/status`, { status: 'flagged', reason: 'Look.' });
    await api.patch(`/api/logs/${output.id}/decision`, { decision: 'rejected', comment: 'No.' });
    const lesson = { teach: true, comment: 'Say less.' };
    await api.patch(`/api/logs/${output.id}/decision`, lesson);

    const words = (await deliveriesOf(workspaceId)).map(({ words: json }): unknown =>
      JSON.parse(json ?? ''),
    );
    expect(words).toMatchObject([
      { explanation: 'It says too much.', flagReason: null, decision: null },
      { explanation: 'Look. It says too much.', flagReason: 'Look.', comment: null },
      { decision: 'rejected', comment: 'No.', decidedBy: 'ada@example.com' },
      { decision: 'rejected', comment: 'Say less.', decidedAt: '2026-03-01T12:00:00.000Z' },
    ]);

    await api.delete(`/api/logs/${output.id}`);
    await eventually(async () =>
      expect(await deliveriesOf(workspaceId)).toMatchObject([
        ...Array.from({ length: 4 }, () => ({ words: null, state: 'superseded' })),
        { event: 'deleted', words: null },
      ]),
    );
  });
});

test('a decision supersedes the rules’ verdict for channels and for destinations that get decisions, not for others', async () => {
  const { workspaceId, api } = await aSubscribed(['flagged']);
  await api.post('/api/subscriptions', { url: `${NOWHERE}/all` });
  await settle(t, workspaceId, {
    slackWebhookUrl: `${NOWHERE}/s`,
    slackNotificationsEnabled: true,
  });
  const { id } = await anEvaluated(workspaceId);

  await api.patch('/api/logs/bulk', { ids: [id], action: 'approve' });

  const statesOf = async () =>
    (await deliveriesOf(workspaceId))
      .filter(({ event }) => event === 'flagged')
      .map(({ kind, state }) => `${kind} ${state === 'superseded'}`)
      .sort();
  await eventually(async () =>
    expect(await statesOf()).toEqual(['slack true', 'subscription false', 'subscription true']),
  );
});

describe('callbacks', () => {
  test.each<[CallbackEvents, string[]]>([
    ['all', ['flagged', 'flagged', 'approved', 'taught', 'deleted']],
    ['flagged_error', ['flagged', 'flagged']],
    ['flagged_error_decisions', ['flagged', 'flagged', 'approved']],
    ['decisions', ['approved']],
    ['pass', []],
  ])('that want %s get %j', async (callbackEvents, expected) => {
    const workspaceId = newId();
    const api = await t.as(aPerson(workspaceId));
    const callbackUrlSealed = t.encryptor.seal(`${NOWHERE}/callback`);
    const { id } = await anEvaluated(workspaceId, 'fail', { callbackUrlSealed, callbackEvents });
    await api.patch(`/api/logs/${id}/status`, { status: 'flagged' });
    await api.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
    await api.patch(`/api/logs/${id}/decision`, { teach: true, comment: 'Good.' });
    await api.delete(`/api/logs/${id}`);

    expect(await eventsOf(workspaceId, 'callbacks')).toEqual(expected);
  });

  test('of one origin share a lane, and a deletion still knows their URL', async () => {
    const workspaceId = newId();
    const given = (url: string) => ({ callbackUrlSealed: t.encryptor.seal(url) });
    const outputs = [
      await anEvaluated(workspaceId, 'fail', given(`${NOWHERE}/a`)),
      await anEvaluated(workspaceId, 'fail', given(`${NOWHERE}/b`)),
      await anEvaluated(workspaceId, 'fail', given('http://127.0.0.1:10/a')),
    ];
    const lanes = (await deliveriesOf(workspaceId)).map(({ lane }) => lane);
    expect([lanes[0] === lanes[1], new Set(lanes).size]).toEqual([true, 2]);

    const api = await t.as(aPerson(workspaceId));
    await api.patch('/api/logs/bulk', { ids: outputs.map(({ id }) => id), action: 'delete' });

    const left = await deliveriesOf(workspaceId);
    const urls = left.map(({ event, callback_url_sealed: sealed }) =>
      sealed === null ? event : `${event} ${t.encryptor.open(sealed)}`,
    );
    expect(urls.slice(3).sort()).toEqual([
      'deleted http://127.0.0.1:10/a',
      `deleted ${NOWHERE}/a`,
      `deleted ${NOWHERE}/b`,
    ]);
  });
});

test('channels get flags and errors according to the settings, and flags by people always', async () => {
  const workspaceId = newId();
  const api = await t.as(aPerson(workspaceId));
  const url = { slackWebhookUrl: `${NOWHERE}/s`, slackNotificationsEnabled: true };
  await settle(t, workspaceId, url);
  await anEvaluated(workspaceId, 'pass');
  await anEvaluated(workspaceId, 'fail');
  await anEvaluated(workspaceId, 'error');
  expect(await eventsOf(workspaceId)).toEqual(['flagged', 'error']);

  await settle(t, workspaceId, { notifyOnFlag: false, notifyOnError: false });
  const { id } = await anEvaluated(workspaceId, 'fail');
  await anEvaluated(workspaceId, 'error');
  expect(await eventsOf(workspaceId)).toHaveLength(2);
  await api.patch(`/api/logs/${id}/status`, { status: 'flagged' });
  expect(await eventsOf(workspaceId)).toEqual(['flagged', 'error', 'flagged']);
  // Anyone with the whole URL can post there.
  const { body } = await api.get('/api/deliveries');
  expect(body).toMatchObject({ items: Array.from({ length: 3 }, () => ({ address: NOWHERE })) });

  await settle(t, workspaceId, { slackNotificationsEnabled: false });
  await api.patch(`/api/logs/${id}/status`, { status: 'flagged' });
  expect(await eventsOf(workspaceId)).toHaveLength(3);
});
