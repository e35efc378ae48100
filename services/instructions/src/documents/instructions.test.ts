import { createHash } from 'node:crypto';

import { newId } from '@output-review/runtime';
import { expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { saveVersion, seedDocument, useTestInstructions } from '../../test/test-instructions.ts';

const running = useTestInstructions();

const publishedOf = (workspaceId: string) =>
  running.published.filter((event) => event.workspaceId === workspaceId);

const PATH = '/api/instructions';
const NAMES = { project: 'Support', task: 'Letters' };

test('creates nothing without a default, and returns NO_INSTRUCTIONS', async () => {
  const automation = await running.automation(newId());

  const blank = await automation.post(PATH, { ...NAMES, default: '  ' });

  for (const answer of [await automation.post(PATH, NAMES), blank]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'NO_INSTRUCTIONS' } });
  }
  expect(await automation.get(PATH)).toMatchObject({ status: 200, body: [] });
});

test('makes a default version 1, which later defaults do not change', async () => {
  const automation = await running.automation(newId());

  const first = await automation.post(PATH, { ...NAMES, default: 'Be kind.' });
  const second = await automation.post(PATH, { ...NAMES, default: 'Be quick.' });

  expect(first).toEqual({
    status: 200,
    headers: expect.anything(),
    body: {
      projectName: 'Support',
      taskName: 'Letters',
      content: 'Be kind.',
      version: 1,
      source: 'seed',
      updatedAt: '2026-03-04T05:06:07.008Z',
      hasPendingSuggestion: false,
    },
  });
  expect(second.body).toEqual(first.body);
  const { content: _, ...summary } = first.body as Record<string, unknown>;
  expect((await automation.get(PATH)).body).toEqual([
    { ...summary, createdBy: 'api', queuedCount: 0 },
  ]);
});

// Each waits for those before it. On a busy machine, a larger number would exceed the callers' timeout.
const CROWD = 50;

test('seeds once for fifty concurrent first reads, and returns the same text to all', async () => {
  const workspaceId = newId();
  const automation = await running.automation(workspaceId);

  const answers = await Promise.all(
    Array.from({ length: CROWD }, (_, index) =>
      automation.post(PATH, { ...NAMES, default: `Text ${index}` }),
    ),
  );

  const [first] = answers;
  expect(first).toMatchObject({ status: 200, body: { version: 1, source: 'seed' } });
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const query = 'project=Support&task=Letters';
  const versions = await automation.get(`${PATH}/versions?${query}`);
  expect(versions.body).toHaveLength(1);
  await eventually(() => expect(publishedOf(workspaceId)).toHaveLength(1));
});

test('treats names that differ only in case or width as one document, under the first spelling', async () => {
  const automation = await running.automation(newId());
  await automation.post(PATH, { ...NAMES, default: 'Be kind.' });

  const answer = await automation.post(PATH, {
    project: 'SUPPORT',
    task: 'Ｌetters',
    default: 'x',
  });

  expect(answer).toMatchObject({
    body: { projectName: 'Support', taskName: 'Letters', content: 'Be kind.' },
  });
});

test('lets a read-only token read the text but not send a default', async () => {
  const { workspaceId, names } = await seedDocument(running);
  const reader = await running.automation(workspaceId, { name: 'reader', scopes: ['read'] });
  const decider = await running.automation(workspaceId, { name: 'decider', scopes: ['decide'] });

  expect(await reader.post(PATH, names)).toMatchObject({ status: 200, body: { version: 1 } });
  for (const task of [names.task, 'New']) {
    expect(await reader.post(PATH, { ...names, task, default: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
  }
  expect(await decider.post(PATH, names)).toMatchObject({ status: 403 });
  expect((await reader.get(PATH)).body).toHaveLength(1);
});

test('returns the current text with an ETag, and 304 to a client that has it', async () => {
  const document = await seedDocument(running);
  const { automation, query } = document;
  const path = `${PATH}/current?${query}`;

  const first = await automation.get(path);
  const tag = first.headers.get('etag') ?? '';
  const again = await automation.get(path, { 'if-none-match': `"other", W/${tag}` });

  expect(first).toMatchObject({ status: 200, body: { content: 'Be kind.', version: 1 } });
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect(again).toMatchObject({ status: 304, body: null });
  expect(again.headers.get('etag')).toBe(tag);

  await saveVersion(document, 'Be quick.');
  const changed = await automation.get(path, { 'if-none-match': tag });
  expect(changed).toMatchObject({ status: 200, body: { content: 'Be quick.', version: 2 } });
  expect(changed.headers.get('etag')).not.toBe(tag);
});

test('returns NO_INSTRUCTIONS without a document, on every path', async () => {
  const { automation, manager } = await seedDocument(running);
  const query = 'project=Support&task=Other';

  for (const path of ['current?', 'versions?', 'versions/1?', 'diff?from=1&to=1&', 'feedback?']) {
    expect(await manager.get(`${PATH}/${path}${query}`)).toMatchObject({
      status: 404,
      body: { code: 'NO_INSTRUCTIONS' },
    });
  }
  expect(await automation.get(`${PATH}/current?project=Support`)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', fields: { task: expect.any(String) } },
  });
});

test.each([
  ['of 256 KiB in UTF-8', 'ä'.repeat(131_072)],
  ['with CRLF and a last line without an end', 'one\r\ntwo\r\n\r\nthree'],
  ['with zero-width and multi-unit characters', 'a\u200Bb\uFEFFc \u{1F600} e\u0301'],
  ['with white space at both ends', '  \n text \t\n'],
])('returns a text %s unchanged to the byte', async (_, text) => {
  const { automation, query } = await seedDocument(running, text);

  const { body } = await automation.get(`${PATH}/current?${query}`);

  expect((body as { content: string }).content).toBe(text);
});

test.each([
  ['longer than 256 KiB', `${'ä'.repeat(131_072)}.`],
  ['with U+0000', 'a\0b'],
  ['with a lone surrogate', 'a\uD800b'],
])('rejects a text %s by field, as a default and as a version', async (_, text) => {
  const document = await seedDocument(running);
  const { automation, names } = document;

  const seeded = await automation.post(PATH, { ...names, task: 'Other', default: text });
  const saved = await saveVersion(document, text);

  for (const [answer, field] of [
    [seeded, 'default'],
    [saved, 'content'],
  ] as const) {
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect((answer.body as { fields: unknown }).fields).toEqual({ [field]: expect.any(String) });
  }
});

test('announces each version with its hash, once and keyed by its document', async () => {
  const document = await seedDocument(running, 'Be kind.');
  await saveVersion(document, 'Be quick.');
  const { workspaceId, names } = document;
  const ids = running.registry.idsOf(workspaceId, names.project, names.task);
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

  await eventually(() => {
    expect(publishedOf(workspaceId)).toEqual([
      {
        ...{ workspaceId, ...ids, version: 1, hash: hashOf('Be kind.'), source: 'seed' },
        changedAt: '2026-03-04T05:06:07.008Z',
      },
      {
        ...{ workspaceId, ...ids, version: 2, hash: hashOf('Be quick.'), source: 'dashboard' },
        changedAt: '2026-03-04T05:06:07.008Z',
      },
    ]);
  });
});

test('does not find documents of another workspace, whatever their names', async () => {
  await seedDocument(running);
  const stranger = await running.automation(newId());

  expect((await stranger.get(PATH)).body).toEqual([]);
  expect(await stranger.post(PATH, NAMES)).toMatchObject({ status: 404 });
});

test('rejects requests without a signed assertion', async () => {
  const response = await fetch(`${running.service.url}${PATH}`);

  expect(response.status).toBe(401);
});

test('is ready once its schema is migrated', async () => {
  expect(await running.service.ready()).toEqual({
    ready: true,
    checks: { database: 'ok', 'database disk': 'ok' },
  });
});
