import { request } from 'node:http';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type Answer, type Client, makeClient } from '../harness/client.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { startSystem, type System } from '../harness/system.ts';

const PROJECT = uniqueName('Bad input');

let system: System;
let admin: Client;

beforeAll(async () => {
  system = await startSystem();
  admin = await system.signIn();
}, 60_000);

afterAll(async () => {
  try {
    // Refused submissions have stored nothing.
    expect(await search(system.automation, { project: PROJECT })).toMatchObject({ total: 0 });
  } finally {
    await system.stop();
  }
});

describe('an invalid submission', () => {
  const fine = { project: PROJECT, output: 'a' };
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { inner: nested(depth - 1) });
  const nextYear = new Date(Date.now() + 365 * 86_400_000).toISOString();

  test.each<[string, unknown, string]>([
    ['a NUL character', { ...fine, output: 'a\u0000b' }, 'output'],
    ['a lone surrogate', { ...fine, input: 'a\uD800b' }, 'input'],
    ['a NUL character in a key', { ...fine, metadata: { 'a\u0000': 1 } }, 'metadata'],
    ['a blank project name', { ...fine, project: '   ' }, 'project'],
    ['no project', { output: 'a' }, 'project'],
    ['51 tags', { ...fine, tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }, 'tags'],
    ['metadata nested nine deep', { ...fine, metadata: nested(9) }, 'metadata'],
    ['a timestamp in the next year', { ...fine, timestamp: nextYear }, 'timestamp'],
    ['an invalid timestamp', { ...fine, timestamp: 'yesterday' }, 'timestamp'],
    ['a reserved ID', { ...fine, id: 'tasks' }, 'id'],
    ['metadata with a forbidden key', '__proto__', 'metadata'],
    ['a deadline in the past', { ...fine, respondBy: '2020-01-01T00:00:00Z' }, 'respondBy'],
  ])('%s is 400 with the field', async (_, body, field) => {
    const answer = await system.automation.post(
      '/api/logs',
      body === '__proto__'
        ? `{"project":"${PROJECT}","output":"a","metadata":{"__proto__":1}}`
        : body,
    );

    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(Object.keys(answer.body['fields'] as object).join()).toContain(field);
  });

  test('with wrong types in every field is refused with all of them', async () => {
    const wrong = {
      project: 1,
      task: 2,
      output: 3,
      input: {},
      sync: 'yes',
      id: [],
      sessionId: 4,
      subjectId: 5,
      actorId: 6,
      model: 7,
      latencyMs: 'slow',
      costUsd: -1,
      confidence: 2,
      timestamp: 8,
      tags: 'a,b',
      metadata: [],
      action: 'pay',
      requireApproval: 'maybe',
      callbackUrl: 9,
      callbackEvents: 'some',
      revisionOf: 10,
      respondBy: 11,
      onDeadline: 'explode',
      instructionsVersion: 0,
    };

    const answer = await system.automation.post('/api/logs', wrong);

    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body['fields'] as object).sort()).toEqual(Object.keys(wrong).sort());
  });

  test('of malformed JSON is 400 INVALID_JSON', async () => {
    for (const body of ['{"project":', '', Buffer.from([0x7b, 0xff, 0x7d])]) {
      const answer = await system.automation.post('/api/logs', body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } });
    }
  });

  test('with another content type or a compressed body is 415', async () => {
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const zipped = { headers: { 'content-encoding': 'gzip' } };

    for (const call of [form, zipped]) {
      const answer = await system.automation.post('/api/logs', '{}', call);
      expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    }
  });

  test('over 4.5 MB is 413, without reading its body', async () => {
    const status = await new Promise((resolve, reject) => {
      const sending = request(new URL('/api/logs', system.url), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${system.token}`,
          'content-type': 'application/json',
          'content-length': 4_500_001,
        },
      });
      sending.on('response', (response) => {
        resolve(response.statusCode);
        sending.destroy();
      });
      sending.on('error', reject);
      // The rest is never sent, so the response cannot have waited for it.
      sending.write('{');
    });

    expect(status).toBe(413);
  });
});

describe('an invalid search', () => {
  test.each([
    ['page=0', 'page'],
    ['limit=101', 'limit'],
    ['sortBy=;drop', 'sortBy'],
    ['from=2026-02-01&to=2026-01-01', 'from'],
    ['page=2000&limit=100', 'page'],
    ['status=open', 'status'],
    ['q=%00', 'q'],
    ['model=%00', 'model'],
  ])('%s is 400 with the field', async (query, field) => {
    const answer = await system.automation.get(`/api/logs?${query}`);

    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(Object.keys(answer.body['fields'] as object)).toContain(field);
  });
});

test('an unknown ID is 404 for every operation', async () => {
  const path = '/api/logs/no-such-output';
  const answers: Answer[] = await Promise.all([
    admin.get(path),
    admin.get(`${path}/status`),
    admin.get(`${path}/timeline`),
    admin.patch(path, { tags: ['a'] }),
    admin.patch(`${path}/status`, { status: 'flagged' }),
    admin.patch(`${path}/decision`, { decision: 'approved' }),
    admin.delete(path),
    admin.get('/api/rules/no-such-rule'),
    admin.get('/api/media/no/such/file'),
    admin.get('/api/nothing'),
  ]);

  expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
    answers.map(() => [404, 'NOT_FOUND']),
  );
});

test.each(['(a+)+$', '(?=a)', '(a', '\\1'])('the pattern %s cannot cause harm', async (value) => {
  const rule = { name: 'Pattern', type: 'regex_forbidden', value, projectName: PROJECT };

  const answer = await admin.post('/api/rules/evaluate', {
    rule,
    output: `${'a'.repeat(50_000)}!`,
  });

  // Patterns that RE2 does not support are refused. All others run in linear time.
  if (value === '(a+)+$') expect(answer.status).toBe(200);
  else expect(answer.body).toMatchObject({ fields: { 'rule.value': expect.any(String) } });
});

describe('an invalid credential', () => {
  test.each([
    ['none', {}],
    ['a token of another kind', { authorization: 'Bearer sk-0123456789abcdef0123456789abcdef' }],
    ['an unknown token', { authorization: `Bearer wh-${'x'.repeat(43)}` }],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['a garbled cookie', { cookie: 'output-review.session_token=%00garbled.%ff' }],
    ['an expired cookie', { cookie: `output-review.session_token=${'a'.repeat(32)}.c2lnbmF0dXJl` }],
  ])('%s is 401', async (_, headers: Record<string, string>) => {
    const caller = makeClient(system.url, headers);

    expect(await caller.get('/api/logs')).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
  });

  test('a cookie does not compensate for a wrong token', async () => {
    const answer = await admin.get('/api/logs', { headers: { authorization: 'Bearer wh-wrong' } });

    expect(answer.status).toBe(401);
  });

  test('a write with a cookie from a foreign Origin is 403', async () => {
    const answer = await admin.post(
      '/api/projects',
      { name: PROJECT },
      { headers: { origin: 'https://evil.example' } },
    );

    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });
});

test('an unsupported method of a path is 405 with the supported ones', async () => {
  const answer = await admin.delete('/api/logs');

  expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
  expect(answer.headers.get('allow')).toContain('POST');
});

test('the listener still serves afterwards', async () => {
  const { id } = await submit(system.automation, { project: uniqueName('After'), output: 'a' });

  expect((await awaitVerdict(system.automation, id)).status).toBe(200);
});
