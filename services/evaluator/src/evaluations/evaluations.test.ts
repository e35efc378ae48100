import { beforeEach, describe, expect, test } from '@jest/globals';
import { type OutputsSubmitted, TOPICS } from '@output-review/contracts';
import { type Bus, newId } from '@output-review/runtime';
import { ALL_CONNECTIONS, busAway, eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import {
  aSubmission,
  deletedEvent,
  rerunEvent,
  submittedEvent,
} from '../../test/test-evaluator.ts';
import { useTestEvaluator } from '../../test/use-test-evaluator.ts';

const evaluator = useTestEvaluator(ALL_CONNECTIONS);
let workspaceId: string;

beforeEach(() => {
  workspaceId = newId();
});

const MEGABYTE = 1024 * 1024;

const RULE = { name: 'No promises', type: 'keyword_forbidden', value: 'guarantee' };

function submission(fields: Parameters<typeof aSubmission>[1] = {}): OutputsSubmitted {
  return aSubmission(evaluator.clock, { workspaceId, ...fields });
}

async function lookUp(...ids: string[]): Promise<unknown> {
  const internal = await evaluator.internal();
  return (await internal.post('/internal/evaluations', { workspaceId, ids })).body;
}

describe('a submission', () => {
  test('is evaluated by the rules of its workspace, and its result is published', async () => {
    const api = await evaluator.api(workspaceId);
    await api.post('/api/rules', RULE);
    await api.post('/api/rules', { name: 'Short', type: 'max_length', value: '20' });
    const output = submission({ output: 'We guarantee you the money.' });

    await evaluator.send(output);

    const result = await evaluator.resultOf(output.id);
    expect(result).toMatchObject({
      workspaceId,
      run: 1,
      outcome: 'fail',
      confidenceScore: 1,
      explanation:
        'Forbidden phrase “guarantee” found at 4: We guarantee you the money. ' +
        'Too long: 27 characters, at most 20 allowed.',
      appliedRules: [{ outcome: 'failed' }, { outcome: 'failed' }],
    });
    // Exact rules reproduce the result, so no row stores it.
    expect(await lookUp(output.id, newId())).toEqual({ evaluations: [] });
    const ids = result.appliedRules.map(({ ruleVersionId }) => ruleVersionId);
    const internal = await evaluator.internal();
    expect((await internal.post('/internal/rule-versions', { workspaceId, ids })).body).toEqual({
      versions: expect.arrayContaining([
        expect.objectContaining({ ruleName: 'No promises', ruleVersion: 1, scope: 'global' }),
        expect.objectContaining({ ruleName: 'Short', ruleValue: '20' }),
      ]),
    });
  });

  test('passes if no rule applies', async () => {
    const output = submission();

    await evaluator.send(output);

    expect(await evaluator.resultOf(output.id)).toMatchObject({
      outcome: 'pass',
      explanation: 'No rules apply.',
      appliedRules: [],
    });
  });

  test('is evaluated and published once if it arrives twice at once', async () => {
    const output = submission();

    await evaluator.send(output, output);
    await evaluator.settle();

    expect(evaluator.sentOf(output.id)).toHaveLength(1);
  });

  test('is published again by the current rules, as the same event, if it arrives again', async () => {
    const output = submission({ output: 'We guarantee it.' });
    await evaluator.send(output);
    await evaluator.resultOf(output.id);
    await (await evaluator.api(workspaceId)).post('/api/rules', RULE);

    await evaluator.send(output);

    await eventually(() => {
      expect(evaluator.sentOf(output.id)).toMatchObject([
        { run: 1, outcome: 'pass' },
        { run: 1, outcome: 'fail' },
      ]);
    });
    expect(evaluator.eventIdsOf(output.id)).toEqual([`${workspaceId}/${output.id}/1`]);
  });

  test('is left alone if it arrives again after an inline call has recorded its result', async () => {
    const output = submission({ sync: true });
    const internal = await evaluator.internal();
    const { body: answered } = await internal.post('/internal/evaluate', output);
    await evaluator.resultOf(output.id);
    await (await evaluator.api(workspaceId)).post('/api/rules', { ...RULE, value: 'money' });

    await evaluator.send({ ...output, sync: false });
    await evaluator.settle();

    expect(evaluator.sentOf(output.id)).toEqual([answered]);
  });

  test('is acknowledged only when the consumer of its result has committed', async () => {
    const held = evaluator.bus.subscribe({
      ...{ topic: TOPICS.outputsEvaluated, group: newId(), batchMax: 10 },
      handle: async () => {},
    });
    await held.pause();
    const output = submission();
    let isAcknowledged = false;

    const sending = evaluator.send(output).then(() => (isAcknowledged = true));
    await evaluator.resultOf(output.id);
    // Submissions behind it are evaluated in the meantime.
    const behind = submission();
    const sendingBehind = evaluator.send(behind);
    await evaluator.resultOf(behind.id);

    expect(isAcknowledged).toBe(false);
    held.resume();
    await Promise.all([sending, sendingBehind]);
  });

  test('is sent with a few others at a time if they have many results of rules', async () => {
    await aThousandRules();
    const { bus, service } = evaluator;
    const sizes: number[] = [];
    const send: Bus['send'] = (events) => {
      sizes.push(events.reduce((sum, { json }) => sum + json.length, 0));
      return bus.send(events);
    };
    const replica = await evaluator.startReplica({ bus: { ...busAway(bus), send } });
    const own = service.consumers[TOPICS.outputsSubmitted];
    await own?.pause();
    const outputs = Array.from({ length: 60 }, () => submission({ output: 'No.' }));

    await evaluator.send(...outputs);

    for (const { id } of outputs) expect((await evaluator.resultOf(id)).outcome).toBe('fail');
    await replica.stop();
    own?.resume();
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(16 * MEGABYTE);
    expect(Math.max(...sizes)).toBeLessThan(8 * MEGABYTE);
  });

  /** Each fails and says so with a text of the maximum length. */
  async function aThousandRules(): Promise<void> {
    const value = 'guaranteed '.repeat(10);
    const api = await evaluator.api(workspaceId);
    await api.post('/api/rules', { ...RULE, type: 'keyword_required', value });
    const admin = new Client({ connectionString: evaluator.database.adminUrl });
    await admin.connect();
    await admin.query(
      `INSERT INTO evaluator.rules
       SELECT (jsonb_populate_record(r, jsonb_build_object('id', n || id, 'version_id', n || id))).*
       FROM evaluator.rules r, generate_series(1, 999) AS n WHERE r.workspace_id = $1`,
      [workspaceId],
    );
    await admin.end();
  }

  test('of another workspace with the same id has its own result', async () => {
    const id = newId();
    const mine = submission({ id, output: 'We guarantee it.' });
    const theirs = { ...mine, workspaceId: newId() };
    await (await evaluator.api(workspaceId)).post('/api/rules', RULE);

    await evaluator.send(mine, theirs);
    await eventually(() => expect(evaluator.publishedOf(id)).toHaveLength(2));

    const outcomes = evaluator.publishedOf(id).map((each) => [each.workspaceId, each.outcome]);
    expect(new Map(outcomes as [string, string][])).toEqual(
      new Map([
        [workspaceId, 'fail'],
        [theirs.workspaceId, 'pass'],
      ]),
    );
  });

  test('that is poison becomes a dead letter alone, ends as an error, and is replayed as a new run', async () => {
    const good = Array.from({ length: 499 }, () => submission());
    const unreadable = submission();
    // It is valid by the contract, but the database cannot look it up.
    const odd = submission();
    const refusedId = odd.id;
    const refused = {
      ...submittedEvent(odd),
      json: JSON.stringify({ ...odd, id: `${odd.id}\u0000` }),
    };
    const events = good.map(submittedEvent);
    events.splice(250, 0, refused);
    events.splice(100, 0, {
      ...submittedEvent(unreadable),
      json: JSON.stringify({ ...unreadable, projectId: 7 }),
    });

    await evaluator.bus.send(events);

    for (const id of [unreadable.id, refusedId]) {
      expect(await evaluator.resultOf(id)).toMatchObject({ run: 1, outcome: 'error' });
    }
    await eventually(() => {
      expect(good.every(({ id }) => evaluator.publishedOf(id).length === 1)).toBe(true);
    });
    const operator = await evaluator.operator();
    const { body } = await operator.get('/internal/dead-letters');
    const letters = (body as { deadLetters: { id: string; key: string; code: string }[] })
      .deadLetters;
    expect(letters.map(({ key, code }) => [key, code]).sort()).toEqual(
      [
        [`${workspaceId}/${unreadable.id}`, 'INVALID'],
        [`${workspaceId}/${refusedId}`, 'REFUSED'],
      ].sort(),
    );

    const ids = [...letters.map(({ id }) => id), '999999'];
    // If review could not process it either, there is nothing to run again yet, so the dead letter stays.
    evaluator.peers.refusedRuns.add(unreadable.id).add(refusedId);
    expect((await operator.post('/internal/dead-letters/replay', { ids })).body).toMatchObject({
      replayed: [],
      failed: ids.map((id) => ({ id })),
    });
    evaluator.peers.refusedRuns.clear();
    expect((await operator.post('/internal/dead-letters/replay', { ids })).body).toEqual({
      replayed: letters.map(({ id }) => id),
      failed: [{ id: '999999', reason: expect.any(String) }],
    });
    expect([...evaluator.peers.requestedRuns].sort()).toEqual([unreadable.id, refusedId].sort());
    expect((await operator.get('/internal/dead-letters')).body).toEqual({ deadLetters: [] });
  });

  test('that becomes a dead letter is an error of each of its rules, with their approval requirements', async () => {
    const api = await evaluator.api(workspaceId);
    const approvals = { needed: 2 };
    await api.post('/api/rules', { ...RULE, approvals });
    const there = { name: 'There', projectName: 'There', approvals: { needed: 3 } };
    const { body: rule } = await api.post('/api/rules', { ...RULE, ...there });
    const { projectId } = rule as { projectId: string };
    const unreadable = submission({ projectId });
    const unplaced = submission();
    const events = [
      { ...unreadable, acceptedAt: 7 },
      { ...unplaced, projectId: 7 },
    ].map((data) => ({
      ...submittedEvent(data.id === unplaced.id ? unplaced : unreadable),
      json: JSON.stringify(data),
    }));

    const deleted = submission();
    await evaluator.bus.send([deletedEvent(deleted)]);
    await evaluator.bus.send([...events, { ...rerunEvent(deleted, 2), json: '{"run": 2}' }]);

    const byAll = { outcome: 'error', approvals: { needed: 2 } };
    expect(await evaluator.resultOf(unplaced.id)).toMatchObject({
      ...{ outcome: 'error', explanation: expect.stringContaining('An operator can replay it.') },
      appliedRules: [byAll],
    });
    expect((await evaluator.resultOf(unreadable.id)).appliedRules).toMatchObject([
      byAll,
      { outcome: 'error', approvals: { needed: 3 } },
    ]);
    await evaluator.settle();
    expect(evaluator.publishedOf(deleted.id)).toEqual([]);
  });
});
