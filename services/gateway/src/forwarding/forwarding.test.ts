import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { INTERNAL_HEADERS, type OutputsEvaluated, outputsDeleted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { type ApiClient, eventually } from '@output-review/runtime/testing';

import { hangUpDuringLookUp, useTestGateway } from '../../test/start-test-gateway.ts';

const system = useTestGateway();
let session: ApiClient;

beforeAll(async () => {
  session = await system.signIn();
});

beforeEach(() => {
  system.peers.review.received.length = 0;
});

async function submit(): Promise<string> {
  const id = newId();
  const { status } = await system.tokenApi.post('/api/logs', { project: 'P', output: 'text', id });
  expect(status).toBe(202);
  return id;
}

function evaluationOf(id: string, workspaceId: string): OutputsEvaluated {
  return {
    workspaceId,
    id,
    run: 1,
    evaluatedAt: '2026-01-02T03:04:05.700Z',
    outcome: 'pass',
    confidenceScore: 1,
    explanation: 'No rules apply.',
    appliedRules: [],
  };
}

async function workspaceId(): Promise<string> {
  const { rows } = await system.sql.query('SELECT id FROM workspaces LIMIT 1');
  return (rows[0] as { id: string }).id;
}

test("forwards a request unchanged, with the caller's identity instead of the credential", async () => {
  const answer = await system.tokenApi.get('/api/logs?q=a%20b&limit=7', {
    cookie: 'output-review.session_token=secret',
    'x-request-id': 'request-17',
    [INTERNAL_HEADERS.assertion]: 'forged',
    [INTERNAL_HEADERS.asIs]: '1',
  });

  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-request-id')).toBe('request-17');
  expect(answer.headers.get('x-output-review-private')).toBeNull();
  const [received] = system.peers.review.received;
  expect(received).toMatchObject({
    operation: 'searchOutputs',
    url: '/api/logs?q=a%20b&limit=7',
    principal: { kind: 'token', workspaceId: await workspaceId(), name: null },
  });
  expect(received?.headers).toMatchObject({ 'x-request-id': 'request-17' });
  expect(received?.headers).not.toHaveProperty('authorization');
  expect(received?.headers).not.toHaveProperty('cookie');
  expect(received?.headers).not.toHaveProperty(INTERNAL_HEADERS.asIs);
});

test('forwards nothing without a credential', async () => {
  const answer = await system.api.get('/api/logs');

  expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  expect(system.peers.review.received).toEqual([]);
});

test('does not forward a request whose caller hung up during the token lookup', async () => {
  await hangUpDuringLookUp(system, '/api/logs?q=gone');

  await system.tokenApi.get('/api/logs?q=there');

  expect(system.peers.review.received.map(({ url }) => url)).toEqual(['/api/logs?q=there']);
});

test('finds an accepted output that review has not received yet', async () => {
  const id = await submit();

  const answer = await system.tokenApi.get(`/api/logs/${id}/status`);

  expect(answer).toMatchObject({ status: 200, body: { id, status: 'pending' } });
  expect(answer.headers.get(INTERNAL_HEADERS.reviewState)).toBeNull();
  expect(system.peers.review.submissions.get(id)).toMatchObject({ id, projectName: 'P' });
});

test('hands over the result too if there is one, and forwards the body of a change unchanged', async () => {
  const id = await submit();
  system.peers.evaluator.evaluations = [evaluationOf(id, await workspaceId())];

  const answer = await system.tokenApi.patch(`/api/logs/${id}/status`, { status: 'flagged' });

  expect(answer).toMatchObject({
    status: 200,
    body: { id, status: 'pass', received: '{"status":"flagged"}' },
  });
});

test('a sync submission that waits for its result gets it', async () => {
  const id = await submit();
  await system.tokenApi.get(`/api/logs/${id}`);
  const held = system.peers.review.submissions.get(id);
  if (held) system.peers.review.submissions.set(id, { ...held, sync: true });
  system.peers.evaluator.evaluations = [evaluationOf(id, await workspaceId())];

  const answer = await system.tokenApi.get(`/api/logs/${id}`);

  expect(answer).toMatchObject({ status: 200, body: { status: 'pass' } });
});

test('answers 404 for an unknown ID and hands nothing over', async () => {
  const id = newId();

  const answer = await system.tokenApi.get(`/api/logs/${id}`);

  expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(system.peers.review.submissions.has(id)).toBe(false);
});

test('deletes here what review deleted before answering, and does not hand it over again', async () => {
  const id = await submit();
  // As for a sync submission: the answer contains what the judges wrote.
  await system.sql.query(`UPDATE submissions SET answer = '{}' WHERE id = $1`, [id]);

  const answer = await session.delete(`/api/logs/${id}`);

  expect(answer.status).toBe(200);
  expect(answer.headers.get(INTERNAL_HEADERS.deletedIds)).toBeNull();
  const { rows } = await system.sql.query(
    'SELECT body, answer, deleted_at IS NOT NULL AS deleted FROM submissions WHERE id = $1',
    [id],
  );
  expect(rows).toEqual([{ body: null, answer: null, deleted: true }]);
  system.peers.review.submissions.delete(id);
  expect((await system.tokenApi.get(`/api/logs/${id}`)).status).toBe(404);
});

test('a deletion event marks the output too, also when delivered twice', async () => {
  const id = await submit();
  const data = {
    workspaceId: await workspaceId(),
    id,
    sequence: 1,
    deletedAt: '2026-01-02T03:05:00.000Z',
  };
  const event = {
    topic: outputsDeleted.topic,
    key: `${data.workspaceId}/${id}`,
    id: newId(),
    source: 'review',
    time: data.deletedAt,
    traceparent: null,
    json: JSON.stringify(data),
  };

  await system.bus.send([event, event]);

  await eventually(async () => {
    const { rows } = await system.sql.query(
      'SELECT FROM submissions WHERE id = $1 AND deleted_at IS NOT NULL AND body IS NULL',
      [id],
    );
    expect(rows).toHaveLength(1);
  });
});

test('refuses a body that is not JSON without forwarding it', async () => {
  const answers = await Promise.all([
    session.request('PATCH', '/api/logs/bulk', { body: '{' }),
    session.request('PATCH', '/api/logs/bulk', {
      body: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([400, 415]);
  expect(system.peers.review.received).toEqual([]);
});

test('answers 503 with Retry-After when an owner is unreachable', async () => {
  await system.peers.media.stop();

  const answer = await system.tokenApi.get('/api/media-url?source=a/b/c');

  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
});

test('finds an accepted output while the evaluator is down', async () => {
  const away = await system.startAgain({
    peers: {
      evaluator: () => 'http://127.0.0.1:1',
      review: () => system.peers.review.url,
      instructions: () => 'http://127.0.0.1:1',
      media: () => 'http://127.0.0.1:1',
    },
  });
  const id = await submit();
  const { authorization } = system;

  const response = await fetch(`${away.publicUrl}/api/logs/${id}`, { headers: { authorization } });

  expect(response.status).toBe(200);
  await away.stop();
});

test('answers 405 for an unknown method and 404 for an unknown path', async () => {
  const [method, path] = await Promise.all([
    system.tokenApi.request('PUT', '/api/logs'),
    system.tokenApi.get('/api/nothing'),
  ]);

  expect(method).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
  expect(method.headers.get('allow')).toContain('GET');
  expect(path).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});
