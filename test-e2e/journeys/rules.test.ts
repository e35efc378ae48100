import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RULE_TYPES } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import type { Client } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { startSystem, type System } from '../harness/system.ts';
import { FAILING, ORDER, PASSING } from './rule-examples.ts';

let system: System;
let manager: Client;

beforeAll(async () => {
  system = await startSystem();
  manager = await system.signIn();
}, 60_000);

afterAll(() => system.stop());

test('a rule applies from the first submission after its 201', async () => {
  const project = uniqueName('Refunds');

  const rule = await createRule({ projectName: project, value: 'guarantee' });
  const { answer } = await submit(system.automation, {
    project,
    output: 'We GUARANTEE a refund.',
    sync: true,
  });

  expect(rule.status).toBe(201);
  expect(answer.body).toMatchObject({ status: 'flagged', verdict: 'fail', confidenceScore: 1 });
  expect(answer.body['explanation']).toContain('guarantee');
});

test('an unsaved rule can be tried on a stored output, but not together with another text', async () => {
  const { id } = await submit(system.automation, {
    ...{ project: uniqueName('Refunds'), output: 'We GUARANTEE a refund.', sync: true },
  });
  const rule = { name: 'No promises', type: 'keyword_forbidden', value: 'guarantee' };
  const tryOn = (more: object) => manager.post('/api/rules/evaluate', { rule, logId: id, ...more });

  expect(await tryOn({})).toMatchObject({
    status: 200,
    body: { verdict: 'fail', appliedRules: [{ ruleId: null, ruleName: 'No promises' }] },
  });
  expect(await tryOn({ output: 'Fine.' })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', fields: { output: expect.any(String) } },
  });
  expect((await tryOn({ logId: 'nothing' })).status).toBe(404);
});

test('a rename between a rule and a submission keeps the rule in effect', async () => {
  const before = uniqueName('Before');
  const after = uniqueName('After');
  await createRule({ projectName: before, value: 'guarantee' });
  const { body: projects } = await manager.get('/api/projects');
  const { id } = (projects as unknown as { id: string; name: string }[]).find(
    ({ name }) => name === before,
  )!;

  expect((await manager.patch(`/api/projects/${id}`, { name: after })).status).toBe(200);

  const byNewName = await submit(system.automation, { project: after, output: 'guarantee' });
  const byOldName = await submit(system.automation, { project: before, output: 'guarantee' });
  for (const one of [byNewName, byOldName]) {
    const { body } = await awaitVerdict(system.automation, one.id);
    expect(body['status']).toBe('flagged');
    const output = await system.automation.get(`/api/logs/${one.id}`);
    expect(output.body).toMatchObject({ projectId: id, projectName: after });
  }
});

test('a rule that is switched off or deleted no longer applies', async () => {
  const project = uniqueName('Off');
  const { body: rule } = await createRule({ projectName: project, value: 'guarantee' });
  const verdictNow = async () => {
    const { answer } = await submit(system.automation, {
      project,
      output: 'guarantee',
      sync: true,
    });
    return answer.body['verdict'];
  };
  const path = `/api/rules/${String(rule['id'])}`;

  expect(await verdictNow()).toBe('fail');
  await manager.patch(path, { isActive: false });
  expect(await verdictNow()).toBe('pass');
  await manager.patch(path, { isActive: true });
  expect(await verdictNow()).toBe('fail');
  expect(await manager.delete(path)).toMatchObject({ status: 200, body: { ok: true } });
  expect(await verdictNow()).toBe('pass');
});

test('a dry run returns the verdict and stores nothing', async () => {
  const answer = await manager.post('/api/rules/evaluate', {
    output: 'Call 555-1234',
    rule: { name: 'No numbers', type: 'regex_forbidden', value: '\\d{3}-\\d{4}' },
  });

  expect(answer).toMatchObject({
    status: 200,
    body: { verdict: 'fail', status: 'flagged', appliedRules: [{ outcome: 'failed' }] },
  });
});

test('every exact type explains its failure, and equally in a dry run', async () => {
  const project = uniqueName('Orders');
  for (const [type, value] of FAILING) await createRule({ projectName: project, type, value });
  const tried = await manager.post('/api/rules/evaluate', { ...ORDER, project });

  const { id, answer } = await submit(system.automation, { ...ORDER, project, sync: true });

  const { body } = await system.automation.get(`/api/logs/${id}`);
  const applied = body['appliedRules'] as Applied[];
  const own = applied.filter(({ projectName }) => projectName === project);
  expect(own.map(({ ruleType, summary }) => [ruleType, summary])).toEqual(
    FAILING.map(([type, , summary]) => [type, summary]),
  );
  expect(answer.body['verdict']).toBe('fail');
  const { appliedRules, ...verdict } = tried.body;
  expect(verdict).toEqual({
    verdict: 'fail',
    status: 'flagged',
    confidenceScore: 1,
    explanation: answer.body['explanation'],
  });
  expect(withoutTimes(appliedRules as Applied[])).toEqual(withoutTimes(applied));
  const types = new Set<string>(own.map(({ ruleType }) => ruleType));
  expect([...types, 'llm_judge'].sort()).toEqual([...RULE_TYPES].sort());
});

test('every exact type passes valid outputs', async () => {
  const project = uniqueName('Good orders');
  for (const [type, value] of PASSING) await createRule({ projectName: project, type, value });

  const { answer } = await submit(system.automation, { ...ORDER, project, sync: true });

  expect(answer.body).toMatchObject({ status: 'pass', confidenceScore: 1 });
});

test('an invalid value is refused with a hint before anything is stored', async () => {
  const projectName = uniqueName('None');
  for (const [type] of FAILING.filter(([each]) => !each.startsWith('keyword_'))) {
    const answer = await createRule({ projectName, type, value: '*(a' });

    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(answer.body['fields']).toEqual({ value: expect.stringMatching(/must/i) });
  }
  expect((await manager.get('/api/projects')).text).not.toContain(projectName);
});

test('a rule of a task applies only there, even after both are renamed', async () => {
  const before = uniqueName('Support');
  const { body: rule } = await createRule({ projectName: before, taskName: 'Mail', value: 'gold' });
  const projectId = String(rule['projectId']);
  const { body } = await manager.get(`/api/projects/${projectId}/tasks`);
  const [task] = body as unknown as { id: string }[];
  const verdictOf = async (project: string, taskName?: string) => {
    const where = { project, ...(taskName === undefined ? {} : { task: taskName }) };
    const { answer } = await submit(system.automation, { ...where, output: 'gold', sync: true });
    return answer.body['verdict'];
  };

  expect(await verdictOf(before, 'MAIL')).toBe('fail');
  expect(await verdictOf(before, 'Chat')).toBe('pass');
  expect(await verdictOf(before)).toBe('pass');

  const after = uniqueName('Service');
  await manager.patch(`/api/projects/${projectId}`, { name: after });
  await manager.patch(`/api/projects/${projectId}/tasks/${String(task?.id)}`, { name: 'Letters' });
  expect(await verdictOf(after, 'letters')).toBe('fail');
  expect(await verdictOf(before, 'mail')).toBe('fail');
  expect(await verdictOf(after, 'Chat')).toBe('pass');
  // Names reach the rules by two events, one for the project and one for the task.
  await eventually(async () =>
    expect((await manager.get(`/api/rules/${String(rule['id'])}`)).body).toMatchObject({
      ...{ projectId, projectName: after, taskName: 'Letters' },
    }),
  );
  const byId = await createRule({ projectId, value: 'gold' });
  expect(byId.body).toMatchObject({ projectId, projectName: after, taskName: null });
  expect(await verdictOf(after, 'Chat')).toBe('fail');
});

test('a change creates a new version, and an output keeps the version that was applied', async () => {
  const project = uniqueName('Versions');
  const { body: rule } = await createRule({ projectName: project, value: 'gold' });
  const spokenOf = async () => {
    const { id } = await submit(system.automation, { project, output: 'gold', sync: true });
    return async () => {
      const { body } = await system.automation.get(`/api/logs/${id}`);
      return (body['appliedRules'] as Applied[]).find(({ ruleId }) => ruleId === rule['id']);
    };
  };

  const first = await spokenOf();
  await manager.patch(`/api/rules/${String(rule['id'])}`, { value: 'silver' });
  const second = await spokenOf();

  expect(await second()).toMatchObject({ ruleVersion: 2, ruleValue: 'silver', outcome: 'passed' });
  expect(await first()).toMatchObject({ ruleVersion: 1, ruleValue: 'gold', outcome: 'failed' });
});

interface Applied {
  readonly ruleId: string;
  readonly ruleType: string;
  readonly projectName: string | null;
  readonly summary: string | null;
  readonly latencyMs: number;
}

function withoutTimes(applied: readonly Applied[]) {
  return applied.map(({ latencyMs: _, ...rest }) => rest);
}

function createRule(changes: Record<string, unknown>) {
  return manager.post('/api/rules', { name: 'No promises', type: 'keyword_forbidden', ...changes });
}
