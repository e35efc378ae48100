import { OPERATIONS, SCOPES } from '@output-review/contracts';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { startSystem, type System } from '../harness/system.ts';

let system: System;

beforeAll(async () => {
  system = await startSystem();
}, 60_000);

afterAll(() => system.stop());

test('the OpenAPI document is public and contains every operation', async () => {
  const answer = await system.stranger.get('/api/openapi.json');

  expect(answer).toMatchObject({ status: 200, body: { openapi: expect.stringMatching(/^3\.1/) } });
  const paths = answer.body['paths'] as Record<string, Record<string, { operationId: string }>>;
  const named = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  for (const { id } of OPERATIONS) expect(named).toContain(id);
});

test('the page of the docs loads nothing from other origins', async () => {
  const page = await system.stranger.get('/api/docs');

  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});

test('a token can read its scopes', async () => {
  const answer = await system.automation.get('/api/verify');

  expect(answer).toMatchObject({
    status: 200,
    body: { ok: true, workspaceId: expect.any(String), scopes: SCOPES },
  });
});

test('the owning service answers 404 for missing data', async () => {
  const instructions = await system.automation.post('/api/instructions', {
    project: 'a',
    task: 'b',
  });
  const feedback = await system.automation.post('/api/instructions/feedback', {
    project: 'a',
    task: 'b',
    comment: 'Be kinder.',
  });
  const media = await system.automation.get('/api/media-url?source=a/b/c');

  expect([instructions, feedback, media].map(({ status, body }) => [status, body['code']])).toEqual(
    [
      [404, 'NO_INSTRUCTIONS'],
      [404, 'NO_INSTRUCTIONS'],
      [404, 'NOT_FOUND'],
    ],
  );
});
