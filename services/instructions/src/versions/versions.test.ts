import { describe, expect, test } from '@jest/globals';
import { LISTED_VERSIONS_MAX, SCOPES } from '@output-review/contracts';
import { newId } from '@output-review/runtime';

import { alter } from '../../test/alter.ts';
import { saveVersion, seedDocument, useTestInstructions } from '../../test/test-instructions.ts';

const running = useTestInstructions();

const PATH = '/api/instructions/versions';

interface VersionBody {
  readonly version: number;
  readonly content: string;
}

describe('a version', () => {
  test('is active as soon as its save is answered, and names its author and reason', async () => {
    const document = await seedDocument(running);
    const { automation, query } = document;

    const saved = await saveVersion(document, 'Be kinder.', {
      teachComment: 'Too cold',
      logId: 'log-1',
      baseVersion: 1,
    });

    expect(saved).toMatchObject({
      status: 200,
      body: { version: 2, content: 'Be kinder.', source: 'dashboard', projectName: 'Support' },
    });
    const listed = await automation.get(`${PATH}?${query}`);
    expect(listed.body).toEqual([
      {
        ...{ projectName: 'Support', taskName: 'Letters', version: 2, source: 'dashboard' },
        ...{ updatedAt: '2026-03-04T05:06:07.008Z', hasPendingSuggestion: false },
        ...{ createdBy: 'ada@example.com', teachComment: 'Too cold', logId: 'log-1' },
      },
      expect.objectContaining({ version: 1, createdBy: 'api', teachComment: null, logId: null }),
    ]);
    const first = await automation.get(`${PATH}/1?${query}`);
    expect(first).toMatchObject({ status: 200, body: { version: 1, content: 'Be kind.' } });
    expect(await automation.get(`${PATH}/3?${query}`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(await automation.get(`${PATH}/zero?${query}`)).toMatchObject({ status: 400 });
  });

  test('is listed while it is among the newest, and can be read by number permanently', async () => {
    const document = await seedDocument(running);
    const { automation, query, workspaceId } = document;
    await alter(
      running,
      `INSERT INTO versions (workspace_id, project_id, task_id, version, content, hash, source, created_at,
         created_by)
       SELECT workspace_id, project_id, task_id, n, 'Be kind.', 'x', 'api', now(), 'api'
       FROM documents, generate_series(2, $2::int) AS n WHERE workspace_id = $1`,
      [workspaceId, LISTED_VERSIONS_MAX + 1],
    );

    const listed = (await automation.get(`${PATH}?${query}`)).body as VersionBody[];

    expect(listed).toHaveLength(LISTED_VERSIONS_MAX);
    expect([listed[0], listed.at(-1)]).toMatchObject([{ version: 1001 }, { version: 2 }]);
    expect(await automation.get(`${PATH}/1?${query}`)).toMatchObject({ status: 200 });
  });

  test('of an automation has the source api and the name of its token', async () => {
    const { workspaceId, names, query } = await seedDocument(running);
    const tuner = await running.automation(workspaceId, { name: 'tuner', scopes: ['instruct'] });

    const saved = await tuner.post(PATH, { ...names, content: 'Be quick.' });

    expect(saved).toMatchObject({ status: 200, body: { version: 2, source: 'api' } });
    const viewer = await running.person(workspaceId, 'viewer');
    expect((await viewer.get(`${PATH}?${query}`)).body).toMatchObject([
      { createdBy: 'token:tuner' },
      {},
    ]);
  });

  test.each(['', ' \n'])('needs a text: %j is rejected', async (content) => {
    expect(await saveVersion(await seedDocument(running), content)).toMatchObject({
      status: 400,
      body: { fields: { content: 'Must not be blank.' } },
    });
  });

  test('is the first one if there are no instructions yet', async () => {
    const manager = await running.person(newId());
    const request = { project: 'New', task: 'Text', content: 'Be brief.' };

    const refused = await manager.post(PATH, { ...request, baseVersion: 1 });
    const saved = await manager.post(PATH, { ...request, baseVersion: 0 });

    expect(refused).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } });
    expect(saved).toMatchObject({ status: 200, body: { version: 1, source: 'dashboard' } });
  });

  test('requires a manager or the scope instruct, and restoring one requires a user', async () => {
    const { workspaceId, names, query, automation } = await seedDocument(running);
    const reviewer = await running.person(workspaceId, 'reviewer');
    const others = SCOPES.filter((scope) => scope !== 'instruct');
    const token = await running.automation(workspaceId, { name: 't', scopes: others });

    for (const client of [reviewer, token]) {
      expect(await client.post(PATH, { ...names, content: 'x' })).toMatchObject({ status: 403 });
    }
    const { body } = await automation.get(`/api/instructions/current?${query}`);
    expect(body).toMatchObject({ version: 1 });
    expect(await automation.post(`${PATH}/1/restore`, names)).toMatchObject({ status: 403 });
  });
});

describe('a base version', () => {
  test('that is not active saves nothing, and the error names the active one', async () => {
    const document = await seedDocument(running);
    await saveVersion(document, 'Second.');

    const refused = await saveVersion(document, 'From the first.', { baseVersion: 1 });

    expect(refused).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } });
    const { error } = refused.body as { error: string };
    expect(error).toContain('2');
    const current = await document.automation.get(`/api/instructions/current?${document.query}`);
    expect(current.body).toMatchObject({ version: 2, content: 'Second.' });
  });

  test('lets one of many concurrent saves through', async () => {
    const document = await seedDocument(running);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        saveVersion(document, `Text ${index}`, { baseVersion: 1 }),
      ),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });
});

test('saves all of fifty concurrent versions, numbered without gaps, each with its own text', async () => {
  const document = await seedDocument(running);
  const { automation, query } = document;

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => saveVersion(document, `Text ${index}`)),
  );

  const bodies = answers.map(({ body }) => body as VersionBody);
  const numbers = bodies.map(({ version }) => version).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 2));
  expect(bodies.map(({ content }) => content)).toEqual(
    Array.from({ length: 50 }, (_, index) => `Text ${index}`),
  );
  const last = bodies.find(({ version }) => version === 51);
  const current = await automation.get(`/api/instructions/current?${query}`);
  expect(current.body).toMatchObject({ version: 51, content: last?.content });
});

test('restores an old text as a new version, and loses nothing', async () => {
  const document = await seedDocument(running, 'First.');
  const { manager, names, query } = document;
  await saveVersion(document, 'Second.');

  const restored = await manager.post(`${PATH}/1/restore`, names);

  expect(restored).toMatchObject({
    status: 200,
    body: { version: 3, content: 'First.', source: 'dashboard' },
  });
  const listed = (await manager.get(`${PATH}?${query}`)).body as VersionBody[];
  expect(listed.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(listed[0]).toMatchObject({ teachComment: 'Restored version 1.', logId: null });
  expect(await manager.post(`${PATH}/9/restore`, names)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  });
  expect(await manager.post(`${PATH}/1/restore`, { ...names, task: 'Other' })).toMatchObject({
    status: 404,
    body: { code: 'NO_INSTRUCTIONS' },
  });
});

describe('two versions', () => {
  const compare = async (before: string, after: string) => {
    const document = await seedDocument(running, before);
    await saveVersion(document, after);
    const answer = await document.automation.get(
      `/api/instructions/diff?${document.query}&from=1&to=2`,
    );
    expect(answer.status).toBe(200);
    return answer.body as { from: number; to: number; parts: Part[] };
  };
  interface Part {
    readonly change: string;
    readonly text: string;
    readonly lines: number;
  }
  const textOf = (parts: readonly Part[], leaving: string): string =>
    parts.flatMap(({ change, text }) => (change === leaving ? [] : [text])).join('');

  test('are compared by line', async () => {
    expect(await compare('one\ntwo\nthree\n', 'one\n2\nthree\nfour\n')).toEqual({
      from: 1,
      to: 2,
      parts: [
        { change: 'same', text: 'one\n', lines: 1 },
        { change: 'removed', text: 'two\n', lines: 1 },
        { change: 'added', text: '2\n', lines: 1 },
        { change: 'same', text: 'three\n', lines: 1 },
        { change: 'added', text: 'four\n', lines: 1 },
      ],
    });
  });

  test('differ if only their line ends differ', async () => {
    const { parts } = await compare('one\r\ntwo\n', 'one\ntwo\n');

    expect(parts.map(({ change }) => change)).toEqual(['removed', 'added', 'same']);
    expect(parts[0]?.text).toBe('one\r\n');
  });

  test('with almost nothing in common are returned as one removed and one added part', async () => {
    const linesOf = (word: string) =>
      ['head', ...Array.from({ length: 20_000 }, (_, n) => `${word}${n}`), 'tail'].join('\n');
    const before = linesOf('a');
    const after = linesOf('b');

    const { parts } = await compare(before, after);

    expect(parts.map(({ change, lines }) => [change, lines])).toEqual([
      ['same', 1],
      ['removed', 20_000],
      ['added', 20_000],
      ['same', 1],
    ]);
    expect(textOf(parts, 'added')).toBe(before);
    expect(textOf(parts, 'removed')).toBe(after);
  });

  test('are the same if nothing changed', async () => {
    const { parts } = await compare('one\ntwo', 'one\ntwo');

    expect(parts).toEqual([{ change: 'same', text: 'one\ntwo', lines: 2 }]);
  });

  test('must both exist, and the error names the missing one', async () => {
    const { automation, query } = await seedDocument(running);

    const answer = await automation.get(`/api/instructions/diff?${query}&from=1&to=7`);

    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((answer.body as { error: string }).error).toContain('7');
  });
});
