import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;

beforeAll(async () => {
  system = await startSystem();
}, 60_000);

afterAll(() => system.stop());

test('an automation submits its first output and reads the verdict', async () => {
  const project = uniqueName('Support');

  const { id, answer } = await submit(system.automation, { project, output: 'Hello' });
  expect(answer).toMatchObject({ status: 202, body: { ok: true, id, status: 'pending' } });
  expect(answer.headers.get('location')).toBe(`/api/logs/${id}`);

  const verdict = await awaitVerdict(system.automation, id);
  expect(verdict.body).toEqual({
    id,
    status: 'pass',
    verdict: 'pass',
    confidenceScore: 1,
    explanation: 'No rules apply.',
    humanDecision: null,
    settled: true,
    comment: null,
    correctedOutput: null,
    correctedAction: null,
    decidedBy: null,
    decidedAt: null,
    approvals: null,
  });
  expect(await search(system.automation, { project })).toMatchObject({
    total: 1,
    executions: [{ id, projectName: project, output: 'Hello', status: 'pass' }],
    summary: { totalRuns: 1, failuresDetected: 0, pendingReviews: 0, successRate: 1 },
  });
});

test('with sync the response contains the verdict, which others can read at once', async () => {
  const project = uniqueName('Sync');

  const { id, answer } = await submit(system.automation, { project, output: 'Hello', sync: true });

  expect(answer).toMatchObject({
    status: 200,
    body: { ok: true, id, verdict: 'pass', confidenceScore: 1, status: 'pass' },
  });
  const read = await system.automation.get(`/api/logs/${id}`);
  expect(read).toMatchObject({ status: 200, body: { id, status: 'pass', verdict: 'pass' } });
});

test('a retry with the same Idempotency-Key gets the first response and creates no second output', async () => {
  const project = uniqueName('Retries');
  const call = { headers: { 'idempotency-key': randomUUID() } };
  const send = (output: string) => system.automation.post('/api/logs', { project, output }, call);

  const first = await send('once');
  const again = await send('once');
  const other = await send('something else');

  expect(again).toMatchObject({ status: 202, body: first.body });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  await awaitVerdict(system.automation, String(first.body['id']));
  expect(await search(system.automation, { project })).toMatchObject({ total: 1 });
});

test('an ID chosen by the caller is accepted once', async () => {
  const project = uniqueName('Own ids');
  const id = `order-${randomUUID()}`;

  const first = await submit(system.automation, { project, id, output: 'a' });
  const again = await submit(system.automation, { project, id, output: 'a' });
  const other = await system.automation.post('/api/logs', { project, id, output: 'b' });

  expect([first.id, again.id]).toEqual([id, id]);
  expect(other).toMatchObject({ status: 409, body: { code: 'ID_CONFLICT' } });
});

test('unknown fields are listed in the response and not stored', async () => {
  const project = uniqueName('Typos');

  const { id, answer } = await submit(system.automation, {
    project,
    output: 'a',
    requireApprovel: true,
  });

  expect(answer.headers.get('x-ignored-fields')).toContain('requireApprovel');
  const { body } = await awaitVerdict(system.automation, id);
  expect(body['status']).toBe('pass');
});

test('a revision is in one chain with its original', async () => {
  const project = uniqueName('Revisions');
  const first = await submit(system.automation, { project, output: 'a' });

  const second = await submit(system.automation, { project, output: 'b', revisionOf: first.id });
  const lost = await system.automation.post('/api/logs', {
    project,
    output: 'c',
    revisionOf: 'no-such-output',
  });

  await awaitVerdict(system.automation, second.id);
  const { body } = await system.automation.get(`/api/logs/${first.id}`);
  expect(body['revisions']).toMatchObject([{ id: first.id }, { id: second.id }]);
  expect(lost).toMatchObject({ status: 404, body: { code: 'REVISION_NOT_FOUND' } });
});
