import { describe, expect, test } from '@jest/globals';
import {
  INTERNAL_OPERATIONS,
  type OutputsSubmitted,
  workspacesChanged,
} from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { makeAuditReader } from '../../test/audit-records.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  eventOf,
  useTestReview,
} from '../../test/test-review.ts';

const MINUTE_MS = 60_000;

const t = useTestReview();

const inMs = (ms: number): string => new Date(t.clock.now().getTime() + ms).toISOString();

/** An evaluated output with a deadline ten minutes from now. */
async function anOutput(
  outcome: 'pass' | 'fail' | 'error' | null,
  given: Partial<OutputsSubmitted> = {},
): Promise<OutputsSubmitted> {
  const acceptedAt = inMs(0);
  const output = aSubmission({ acceptedAt, respondBy: 'PT10M', ...given });
  await t.submit(output);
  if (outcome !== null) await t.evaluate(anEvaluation(output, { outcome }));
  return output;
}

const settingsOf = (workspaceId: string, allowDeadlineApproval: boolean, version: number) => ({
  ...workspacesChanged.examples.valid,
  ...{ workspaceId, allowDeadlineApproval, version, retentionDays: null, deleted: false },
});

async function allowApproval(workspaceId: string, allowDeadlineApproval: boolean, version = 1) {
  const settings = settingsOf(workspaceId, allowDeadlineApproval, version);
  await t.bus.send([
    { ...eventOf('workspaces.changed', { ...settings, id: '' }), json: JSON.stringify(settings) },
  ]);
}

interface Shown {
  readonly status: string;
  readonly humanDecision: string | null;
  readonly respondBy: string;
  readonly escalatedAt: string | null;
  readonly decisions: readonly { readonly decision: string; readonly source: string }[];
}

const apiOf = ({ workspaceId }: { workspaceId: string }) => t.as(aPerson(workspaceId, 'admin'));

async function shown(output: OutputsSubmitted): Promise<Shown> {
  const api = await apiOf(output);
  return (await api.get(`/api/logs/${output.id}`)).body as Shown;
}

/**
 * Waits until the deadlines that are due now have acted. Adds one of each kind and waits for both, since due deadlines
 * are handled kind by kind.
 */
async function applyDueDeadlines(): Promise<void> {
  const rejected = await anOutput('fail', { respondBy: inMs(-1), onDeadline: 'reject' });
  const escalated = await anOutput('fail', { respondBy: inMs(-1), onDeadline: 'escalate' });
  await eventually(async () => {
    expect((await shown(rejected)).humanDecision).toBe('rejected');
    expect((await shown(escalated)).escalatedAt).not.toBeNull();
  });
}

async function stagesOf(output: OutputsSubmitted) {
  const api = await apiOf(output);
  const { events } = (await api.get(`/api/logs/${output.id}/timeline`)).body as {
    events: { stage: string; actor: string | null; detail: string | null }[];
  };
  return events.map(({ stage, actor, detail }) => ({ stage, actor, detail }));
}

describe('a deadline that passes', () => {
  test('rejects like a decision, and not before its time', async () => {
    const output = await anOutput('fail', { onDeadline: 'reject' });
    t.clock.advance(10 * MINUTE_MS - 1);
    await applyDueDeadlines();
    expect(await shown(output)).toMatchObject({ humanDecision: null });

    t.clock.advance(1);

    await eventually(async () =>
      expect(await shown(output)).toMatchObject({
        ...{ status: 'flagged', humanDecision: 'rejected', decidedBy: 'deadline' },
        ...{ decisionSource: 'deadline', escalatedAt: null, decidedAt: inMs(0) },
        decisions: [{ decision: 'rejected', by: 'deadline', source: 'deadline' }],
      }),
    );
    expect(await stagesOf(output)).toContainEqual({
      ...{ stage: 'decided', actor: 'deadline', detail: 'rejected' },
    });
  });

  test('escalates an output that could not be evaluated only once, and leaves the decision to people', async () => {
    const output = await anOutput('error', { onDeadline: 'escalate' });
    t.clock.advance(10 * MINUTE_MS);
    const at = inMs(0);
    await applyDueDeadlines();
    t.clock.advance(MINUTE_MS);
    await applyDueDeadlines();

    expect(await shown(output)).toMatchObject({ humanDecision: null, escalatedAt: at });
    const escalated = { stage: 'escalated', actor: 'deadline', detail: null };
    expect((await stagesOf(output)).filter(({ stage }) => stage === 'escalated')).toEqual([
      escalated,
    ]);
    expect(await makeAuditReader(t).recorded(output.workspaceId, 1)).toMatchObject([
      {
        ...{ action: 'output.escalated', actor: { kind: 'system', name: 'review' } },
        ...{ logId: output.id, after: { status: 'error' } },
      },
    ]);
    const api = await apiOf(output);
    const answer = await api.patch(`/api/logs/${output.id}/decision`, { decision: 'approved' });
    expect(answer.status).toBe(200);
  });

  test('does nothing to pending, passed or decided outputs; a late result is acted on', async () => {
    const [late, passed, decided] = [
      await anOutput(null, { onDeadline: 'reject' }),
      await anOutput('pass', { onDeadline: 'reject' }),
      await anOutput('fail', { onDeadline: 'reject' }),
    ];
    const api = await apiOf(decided);
    await api.patch(`/api/logs/${decided.id}/decision`, { decision: 'handled' });
    t.clock.advance(11 * MINUTE_MS);
    await applyDueDeadlines();

    expect(await shown(late)).toMatchObject({ status: 'pending', humanDecision: null });
    expect(await shown(passed)).toMatchObject({ status: 'pass', humanDecision: null });
    expect(await shown(decided)).toMatchObject({ decisions: [{ decision: 'handled' }] });

    await t.evaluate(anEvaluation(late, { outcome: 'fail' }));
    await eventually(async () =>
      expect(await shown(late)).toMatchObject({ humanDecision: 'rejected' }),
    );
  });
});

describe('approval by deadline', () => {
  const HELD = { onDeadline: 'approve', requireApproval: true } as const;

  test('requires that the workspace allows it at that moment', async () => {
    const workspaceId = newId();
    await allowApproval(workspaceId, true);
    const approved = await anOutput('pass', { ...HELD, workspaceId });
    t.clock.advance(10 * MINUTE_MS);
    await eventually(async () =>
      expect(await shown(approved)).toMatchObject({
        ...{ humanDecision: 'approved', decisionSource: 'deadline' },
      }),
    );

    const escalated = await anOutput('pass', { ...HELD, workspaceId });
    await allowApproval(workspaceId, false, 2);
    t.clock.advance(10 * MINUTE_MS);
    await applyDueDeadlines();

    expect(await shown(escalated)).toMatchObject({
      ...{ humanDecision: null, escalatedAt: expect.any(String) },
    });
    expect(await stagesOf(escalated)).toContainEqual({
      ...{ stage: 'escalated', actor: 'deadline', detail: expect.stringContaining('turned off') },
    });
  });

  test('ends with the gateway call that turns it off, even if older events arrive afterwards', async () => {
    const [workspaceId, witness] = [newId(), newId()];
    await allowApproval(workspaceId, true);
    const output = await anOutput('pass', { ...HELD, workspaceId });
    const gateway = await t.as({ kind: 'service', service: 'gateway' });
    const { path } = INTERNAL_OPERATIONS.applyWorkspaceChanges;

    const changes = [settingsOf(workspaceId, false, 3)];
    expect((await gateway.post(path, { changes })).status).toBe(200);

    await allowApproval(workspaceId, true, 2);
    await allowApproval(witness, true);
    await eventually(async () => {
      const told = await t.sql.query('SELECT FROM workspace_settings WHERE workspace_id = $1', [
        witness,
      ]);
      expect(told.rows).toHaveLength(1);
    });
    t.clock.advance(10 * MINUTE_MS);
    await applyDueDeadlines();
    expect(await shown(output)).toMatchObject({
      ...{ humanDecision: null, escalatedAt: expect.any(String) },
    });
  });

  test.each(['fail', 'error'] as const)(
    'never applies when a rule ended as %s',
    async (outcome) => {
      const workspaceId = newId();
      await allowApproval(workspaceId, true);
      const output = await anOutput(outcome, { ...HELD, workspaceId });
      t.clock.advance(10 * MINUTE_MS);
      await applyDueDeadlines();

      expect(await shown(output)).toMatchObject({
        ...{ humanDecision: null, escalatedAt: expect.any(String) },
      });
    },
  );
});

describe('a flag', () => {
  test('restarts a duration, also after the deadline has decided or escalated', async () => {
    const output = await anOutput('fail', { onDeadline: 'reject' });
    const escalated = await anOutput('fail', { onDeadline: 'escalate' });
    t.clock.advance(10 * MINUTE_MS);
    await applyDueDeadlines();
    expect((await shown(escalated)).escalatedAt).not.toBeNull();
    for (const each of [output, escalated]) {
      await (await apiOf(each)).patch(`/api/logs/${each.id}/status`, { status: 'flagged' });
    }
    t.clock.advance(9 * MINUTE_MS);
    await applyDueDeadlines();
    expect(await shown(output)).toMatchObject({
      ...{ humanDecision: null, respondBy: inMs(MINUTE_MS) },
    });
    expect(await shown(escalated)).toMatchObject({
      ...{ escalatedAt: null, respondBy: inMs(MINUTE_MS) },
    });

    t.clock.advance(MINUTE_MS);
    await eventually(async () =>
      expect((await shown(output)).decisions.map(({ source }) => source)).toEqual([
        'deadline',
        'deadline',
      ]),
    );
  });

  test('does not move a fixed time: one that has passed does nothing, one in the future acts', async () => {
    const [passed, ahead] = [
      await anOutput('pass', { respondBy: inMs(MINUTE_MS), onDeadline: 'reject' }),
      await anOutput('pass', { respondBy: inMs(5 * MINUTE_MS), onDeadline: 'reject' }),
    ];
    t.clock.advance(2 * MINUTE_MS);
    for (const output of [passed, ahead]) {
      const api = await apiOf(output);
      await api.patch(`/api/logs/${output.id}/status`, { status: 'flagged' });
    }
    t.clock.advance(3 * MINUTE_MS);

    await eventually(async () => expect((await shown(ahead)).humanDecision).toBe('rejected'));
    expect(await shown(passed)).toMatchObject({ status: 'flagged', humanDecision: null });
  });
});

describe('evaluating again', () => {
  async function evaluateAgain(output: OutputsSubmitted): Promise<void> {
    const api = await apiOf(output);
    expect((await api.post(`/api/logs/${output.id}/evaluate`)).status).toBe(202);
    await t.evaluate(anEvaluation(output, { run: 2, outcome: 'fail' }));
  }

  test('restarts the duration of an output that had passed, and a fixed time in the past has no effect', async () => {
    const [lasting, instant] = [
      await anOutput('pass', { onDeadline: 'reject' }),
      await anOutput('pass', { respondBy: inMs(MINUTE_MS), onDeadline: 'reject' }),
    ];
    t.clock.advance(11 * MINUTE_MS);
    for (const output of [lasting, instant]) await evaluateAgain(output);
    await applyDueDeadlines();
    for (const output of [lasting, instant])
      expect(await shown(output)).toMatchObject({ status: 'flagged', humanDecision: null });

    t.clock.advance(10 * MINUTE_MS);
    await applyDueDeadlines();
    expect(await shown(lasting)).toMatchObject({ decidedBy: 'deadline', decidedAt: inMs(0) });
    expect(await shown(instant)).toMatchObject({ status: 'flagged', humanDecision: null });
  });

  test('keeps the deadline of an output that was already waiting', async () => {
    const output = await anOutput('fail', { onDeadline: 'reject' });
    t.clock.advance(9 * MINUTE_MS);
    await evaluateAgain(output);
    expect(await shown(output)).toMatchObject({
      ...{ status: 'flagged', humanDecision: null, respondBy: inMs(MINUTE_MS) },
    });

    t.clock.advance(MINUTE_MS);
    await applyDueDeadlines();
    expect(await shown(output)).toMatchObject({ humanDecision: 'rejected' });
  });
});

test('a decision by deadline can be overridden, and then no deadline acts', async () => {
  const output = await anOutput('fail', { onDeadline: 'reject' });
  t.clock.advance(10 * MINUTE_MS);
  await applyDueDeadlines();
  const api = await apiOf(output);
  const path = `/api/logs/${output.id}/decision`;

  expect(await api.patch(path, { decision: 'approved' })).toMatchObject({ status: 409 });
  expect(await api.patch(path, { decision: 'approved', override: true })).toMatchObject({
    status: 200,
  });
  t.clock.advance(MINUTE_MS);
  await applyDueDeadlines();

  expect(await shown(output)).toMatchObject({
    ...{ humanDecision: 'approved', decisionSource: 'dashboard' },
  });
});
