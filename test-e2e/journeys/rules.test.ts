import { afterAll, beforeAll, expect, test } from '@jest/globals';

import type { Client } from '../client.ts';
import { awaitVerdict, submit, uniqueName } from '../outputs.ts';
import { startSystem, type System } from '../system.ts';

let system: System;
let manager: Client;

beforeAll(async () => {
  system = await startSystem();
  manager = await system.signIn();
}, 60_000);

afterAll(() => system.stop());

test('a rule holds from the first submission after its 201', async () => {
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

test('a rename between a rule and a submission does not lose the rule', async () => {
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

test('a rule that is switched off or deleted applies no longer', async () => {
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

test('a dry run tells the verdict and stores nothing', async () => {
  const answer = await manager.post('/api/rules/evaluate', {
    output: 'Call 555-1234',
    rule: { name: 'No numbers', type: 'regex_forbidden', value: '\\d{3}-\\d{4}' },
  });

  expect(answer).toMatchObject({
    status: 200,
    body: { verdict: 'fail', status: 'flagged', appliedRules: [{ outcome: 'failed' }] },
  });
});

function createRule(changes: Record<string, unknown>) {
  return manager.post('/api/rules', { name: 'No promises', type: 'keyword_forbidden', ...changes });
}
