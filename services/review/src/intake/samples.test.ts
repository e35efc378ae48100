import { describe, expect, test } from '@jest/globals';
import {
  type OutputsSubmitted,
  type ProjectsChanged,
  projectsChanged,
} from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { makeDrawSample } from '@output-review/shared-kernel';

import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  AUDIT_KEY,
  eventOf,
  useTestReview,
} from '../../test/test-review.ts';

const t = useTestReview();
const draw = makeDrawSample(AUDIT_KEY);

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly sampled: boolean;
}

function aChange(given: Partial<ProjectsChanged>): ProjectsChanged {
  return { ...projectsChanged.examples.valid, name: 'Support', ...given };
}

/** Reports a change to review before it is confirmed, like the gateway does. */
async function tell(...changes: readonly ProjectsChanged[]): Promise<void> {
  const gateway = await t.as({ kind: 'service', service: 'gateway' });
  expect((await gateway.post('/internal/projects', { changes })).status).toBe(200);
}

/** A workspace with a project of this rate at version 2. */
async function aProject(sampleRate: number | null) {
  const workspaceId = newId();
  const id = `p-${workspaceId}`;
  const set = (rate: number | null, version: number) =>
    tell(aChange({ workspaceId, id, sampleRate: rate, version }));
  await set(sampleRate, 2);
  const submissionOf = (given: Partial<OutputsSubmitted> = {}) =>
    aSubmission({ workspaceId, projectId: id, ...given });
  const passed = async (given: Partial<OutputsSubmitted> = {}) => {
    const output = submissionOf(given);
    await t.submit(output);
    await t.evaluate(anEvaluation(output));
    return output;
  };
  return { workspaceId, id, set, submissionOf, passed };
}

async function shown({ workspaceId, id }: { workspaceId: string; id: string }): Promise<Shown> {
  const api = await t.as(aToken(workspaceId));
  return (await api.get(`/api/logs/${id}`)).body as Shown;
}

async function listed(workspaceId: string, query = ''): Promise<readonly Shown[]> {
  const api = await t.as(aToken(workspaceId));
  const { body } = await api.get(`/api/logs?limit=100&fields=id,status,sampled${query}`);
  return (body as { executions: Shown[] }).executions;
}

async function ratesOf(workspaceId: string) {
  const { rows } = await t.sql.query<{ sample_rate: number | null }>(
    'SELECT DISTINCT sample_rate FROM outputs WHERE workspace_id = $1',
    [workspaceId],
  );
  return rows.map((row) => row.sample_rate);
}

describe('passed outputs under the rate become samples', () => {
  const isIn = ({ workspaceId, id }: OutputsSubmitted) => draw(workspaceId, id) < 0.5;

  async function expectHalf(outputs: readonly OutputsSubmitted[]): Promise<void> {
    const { workspaceId } = outputs[0]!;
    const wanted = outputs.map((output) => [output.id, 'pass', isIn(output)]);
    const found = await listed(workspaceId);
    expect(found.map(({ id, status, sampled }) => [id, status, sampled]).sort()).toEqual(
      wanted.sort(),
    );
    expect(new Set(wanted.map(([, , sampled]) => sampled)).size).toBe(2);
    expect(await ratesOf(workspaceId)).toEqual([0.5]);
    const samples = await listed(workspaceId, '&sampled=true&humanDecision=none&status=pass');
    expect(samples).toHaveLength(outputs.filter(isIn).length);
  }

  test('when results come after their submissions', async () => {
    const { submissionOf } = await aProject(0.5);
    const outputs = Array.from({ length: 40 }, () => submissionOf());
    await t.submit(...outputs);
    await t.evaluate(...outputs.map((output) => anEvaluation(output)));
    await expectHalf(outputs);
  });

  test('when results come first', async () => {
    const { submissionOf } = await aProject(0.5);
    const outputs = Array.from({ length: 40 }, () => submissionOf());
    await t.evaluate(...outputs.map((output) => anEvaluation(output)));
    await t.submit(...outputs);
    await expectHalf(outputs);
  });

  test('when a large batch is stored with its results', async () => {
    const { submissionOf } = await aProject(0.5);
    const outputs = Array.from({ length: 80 }, () => submissionOf());
    const results = outputs.map((output) => anEvaluation(output));
    await Promise.all([t.submit(...outputs), t.evaluate(...results)]);
    await expectHalf(outputs);
  });
});

test('outputs that are flagged, held, in error or pending are no samples, and a sample counts as passed', async () => {
  const { workspaceId, submissionOf, passed } = await aProject(1);
  const [failed, erred, held, heldEarly, pending] = Array.from({ length: 5 }, (_, n) =>
    submissionOf({ requireApproval: n === 2 || n === 3 }),
  ) as [OutputsSubmitted, OutputsSubmitted, OutputsSubmitted, OutputsSubmitted, OutputsSubmitted];
  await t.evaluate(anEvaluation(heldEarly));
  await t.submit(failed, erred, held, heldEarly, pending);
  await t.evaluate(
    anEvaluation(failed, { outcome: 'fail' }),
    anEvaluation(erred, { outcome: 'error' }),
    anEvaluation(held),
  );
  await t.submitEvaluated('pass', submissionOf({ requireApproval: true }));
  const sample = await passed();

  expect(await listed(workspaceId, '&sampled=true')).toEqual([
    { id: sample.id, status: 'pass', sampled: true },
  ]);
  const api = await t.as(aToken(workspaceId));
  expect((await api.get('/api/logs')).body).toMatchObject({
    summary: { totalRuns: 7, failuresDetected: 5, pendingReviews: 5, successRate: 1 / 6 },
  });
  expect((await api.get('/api/logs?pending=true')).body).toMatchObject({ total: 5 });
  expect((await api.get(`/api/logs/${sample.id}/status`)).body).toMatchObject({
    ...{ status: 'pass', settled: true, humanDecision: null },
  });
});

test('a task has its own rate, or else that of its project; without either nothing is sampled', async () => {
  const { workspaceId, id: projectId, set, passed } = await aProject(1);
  const task = { workspaceId, kind: 'task' as const, projectId, name: 'Reply', version: 1 };
  await tell(aChange({ ...task, id: 'none', sampleRate: 0 }));
  await tell(aChange({ ...task, id: 'as-project', sampleRate: null }));
  await tell(aChange({ ...task, id: 'all', sampleRate: 1 }));
  const sampledOf = async (taskId: string | null) =>
    (await shown(await passed({ taskId, taskName: taskId }))).sampled;

  expect(await sampledOf('none')).toBe(false);
  expect(await sampledOf('as-project')).toBe(true);
  expect(await sampledOf(null)).toBe(true);
  await set(null, 3);
  expect(await sampledOf('as-project')).toBe(false);
  expect(await sampledOf(null)).toBe(false);
  expect(await sampledOf('all')).toBe(true);
});

describe('a sample rate', () => {
  test('applies to outputs that pass after it was reported, and changes no earlier ones', async () => {
    const { set, passed } = await aProject(null);
    const before = await passed();
    await set(1, 3);
    const during = await passed();
    await set(0, 4);
    const after = await passed();

    expect((await shown(before)).sampled).toBe(false);
    expect((await shown(during)).sampled).toBe(true);
    expect((await shown(after)).sampled).toBe(false);
  });

  test('that is raised keeps earlier samples', async () => {
    const { workspaceId, set, submissionOf } = await aProject(0.3);
    const outputs = Array.from({ length: 40 }, () => submissionOf());
    await t.submit(...outputs);
    await t.evaluate(...outputs.map((output) => anEvaluation(output)));
    const before = (await listed(workspaceId, '&sampled=true')).map(({ id }) => id);
    await set(0.6, 3);
    const api = await t.as(aPerson(workspaceId));
    for (const { id } of outputs) await api.post(`/api/logs/${id}/evaluate`);
    expect(await listed(workspaceId, '&sampled=true')).toEqual([]);
    await t.evaluate(...outputs.map((output) => anEvaluation(output, { run: 2 })));

    const after = (await listed(workspaceId, '&sampled=true')).map(({ id }) => id);
    const drawn = outputs.filter(({ id }) => draw(workspaceId, id) < 0.6).map(({ id }) => id);
    expect(after.sort()).toEqual(drawn.sort());
    expect(before.filter((id) => !after.includes(id))).toEqual([]);
    expect(await ratesOf(workspaceId)).toEqual([0.6]);
  });

  test('survives older events and a writer that does not know of rates', async () => {
    const { workspaceId, id, passed } = await aProject(1);
    const change = aChange({ workspaceId, id });
    const { sampleRate: _, ...withoutRate } = change;
    const event = (data: ProjectsChanged) => t.bus.send([eventOf('projects.changed', data)]);
    await event({ ...change, version: 1, sampleRate: 0 });
    await event({ ...withoutRate, version: 3, name: 'Renamed' });
    expect((await shown(await passed())).sampled).toBe(true);

    await event({ ...change, version: 4, sampleRate: null, deleted: true });
    expect((await shown(await passed())).sampled).toBe(false);
  });
});

describe('a sample', () => {
  test('stops being one when it is evaluated again and does not pass', async () => {
    const { workspaceId, passed } = await aProject(1);
    const output = await passed();
    const api = await t.as(aPerson(workspaceId));
    await api.post(`/api/logs/${output.id}/evaluate`);
    expect(await shown(output)).toMatchObject({ status: 'pending', sampled: false });
    await t.evaluate(anEvaluation(output, { run: 2, outcome: 'fail' }));

    expect(await shown(output)).toMatchObject({ status: 'flagged', sampled: false });
    expect(await ratesOf(workspaceId)).toEqual([null]);
  });

  test('that is flagged stays a sample, and waits in the queue', async () => {
    const { workspaceId, passed } = await aProject(1);
    const output = await passed();
    const api = await t.as(aPerson(workspaceId));
    await api.patch(`/api/logs/${output.id}/status`, { status: 'flagged' });

    expect(await shown(output)).toMatchObject({ status: 'flagged', sampled: true });
    expect(await listed(workspaceId, '&pending=true')).toHaveLength(1);
  });

  test('is drawn once for a duplicate result, and never for a deleted output', async () => {
    const { workspaceId, passed } = await aProject(1);
    const output = await passed();
    const api = await t.as(aPerson(workspaceId));
    await api.patch(`/api/logs/${output.id}/decision`, { decision: 'rejected' });
    await t.evaluate(anEvaluation(output));
    await t.submit(output);
    expect(await shown(output)).toMatchObject({ sampled: true, humanDecision: 'rejected' });

    await api.delete(`/api/logs/${output.id}`);
    await t.evaluate(anEvaluation(output));
    const { rows } = await t.sql.query(
      'SELECT sampled, sample_rate FROM outputs WHERE workspace_id = $1',
      [workspaceId],
    );
    expect(rows).toEqual([{ sampled: false, sample_rate: null }]);
  });
});
