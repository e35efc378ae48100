import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { Answer, Client } from '../harness/client.ts';
import { fileOf, filesOf, inBody, readFileText, uniqueText, upload } from '../harness/files.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let automation: Client;
const project = uniqueName('Files');

beforeAll(async () => {
  system = await startSystem();
  ({ automation } = system);
}, 60_000);

afterAll(() => system.stop());

const trySubmit = (body: object): Promise<Answer> =>
  automation.post('/api/logs', { project, output: 'a', ...body });

describe('files are accepted', () => {
  test('inline, as uploads and as stored files, for input and output', async () => {
    const texts = ['mail', 'page', 'chart'].map(uniqueText);
    const [mail = '', page = '', chart = ''] = texts;
    const uploaded = await upload(automation, page, { filename: 'Ünsere Seite.txt' });
    const earlier = await submit(automation, {
      project,
      output: 'a',
      outputAttachments: [inBody(chart)],
    });
    const { url } = await fileOf(automation, earlier.id);

    const { id } = await submit(automation, {
      project,
      attachments: [
        inBody(mail, { filename: '../the "mail".txt', label: 'the mail' }),
        { source: 'uploaded', key: uploaded },
      ],
      outputAttachments: [{ source: 'stored', key: url, filename: 'chart.txt' }],
    });

    await awaitVerdict(automation, id);
    const files = await filesOf(automation, id);
    expect(files).toMatchObject([
      { role: 'input', label: 'the mail', contentType: 'text/plain', sizeBytes: mail.length },
      { role: 'input', filename: 'Ünsere Seite.txt', label: null },
      { role: 'output', filename: 'chart.txt' },
    ]);
    const [workspaceId] = uploaded.split('/');
    files.forEach(({ key, url: path }, index) => {
      expect(key).toMatch(/^[A-Za-z0-9._/-]+$/);
      expect(key.startsWith(`${workspaceId}/${id}/${index}-`)).toBe(true);
      expect(path).toBe(`/api/media/${key}`);
    });
    const read = await Promise.all(files.map(({ key }) => readFileText(automation, key)));
    expect(read).toEqual(texts);
    const { body } = await automation.get(`/api/logs/${id}`);
    expect(body['mediaBytes']).toBe(texts.join('').length);
  });

  test('with an ID that keys cannot contain, and with sync', async () => {
    const text = uniqueText('sync');
    const id = `order:${randomUUID()}`;

    const { answer } = await submit(automation, {
      ...{ project, id, sync: true, output: 'a', attachments: [inBody(text)] },
    });

    expect(answer).toMatchObject({ status: 200, body: { id, verdict: 'pass' } });
    const { key } = await fileOf(automation, id);
    expect(key).toMatch(/^[A-Za-z0-9._/-]+$/);
    expect(await readFileText(automation, key)).toBe(text);
  });

  test('once: a repeat by ID or Idempotency-Key returns the first response, even with a consumed upload', async () => {
    const key = await upload(automation, uniqueText('once'));
    const body = { project, output: 'a', attachments: [{ source: 'uploaded', key }] };
    const headers = { 'idempotency-key': randomUUID() };

    const first = await automation.post('/api/logs', body, { headers });
    const again = await automation.post('/api/logs', body, { headers });

    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

test('files of repeated SVG beginnings are stored and evaluated like others', async () => {
  const texts = ['<!---->'.repeat(40), '<!--'.repeat(16_000), '<!a [ ] '.repeat(8_000)];

  const { id } = await submit(automation, {
    ...{ project, output: 'a', sync: true, attachments: texts.map((text) => inBody(text)) },
  });

  await awaitVerdict(automation, id);
  const files = await filesOf(automation, id);
  expect(files.map(({ contentType }) => contentType)).toEqual([
    'text/html',
    'text/html',
    'text/plain',
  ]);
  expect(await Promise.all(files.map(({ key }) => readFileText(automation, key)))).toEqual(texts);
});

test('a person can label files by key, path and URL', async () => {
  const reviewer = await system.signIn();
  const { id } = await submit(automation, {
    ...{ project, output: 'a', attachments: [inBody('one'), inBody('two')] },
  });
  const [one, two] = await filesOf(automation, id);

  const answer = await reviewer.patch(`/api/logs/${id}`, {
    attachments: [
      { key: one?.url, label: 'first' },
      { key: new URL(two?.url ?? '', system.url).href, label: 'second' },
    ],
  });

  expect(answer).toMatchObject({
    status: 200,
    body: { attachments: [{ label: 'first' }, { label: 'second' }] },
  });
});

test('outputs with files are found by search', async () => {
  const own = uniqueName('Found');
  const { id } = await submit(automation, {
    ...{ project: own, outputAttachments: [inBody('only a file')] },
  });
  await awaitVerdict(automation, id);

  expect(await search(automation, { project: own })).toMatchObject({
    total: 1,
    executions: [{ output: null }],
  });
});

describe('an invalid file fails the whole submission', () => {
  test('with all faults of all files by field, and nothing is stored', async () => {
    const id = `bad-${randomUUID()}`;
    const zip = Buffer.from('504b0304140000000800', 'hex').toString('base64');

    const answer = await trySubmit({
      id,
      attachments: [
        inBody('fine'),
        { source: 'stored', key: 'somebody-else/uploads/1-a.txt' },
        { source: 'uploaded', key: `https://evil.example/api/media/a/uploads/1-a.txt` },
      ],
      outputAttachments: [
        { source: 'upload', data: 'not base64!', filename: 'a.txt' },
        inBody('fine'),
      ],
    });
    const typed = await trySubmit({
      id,
      attachments: [
        { source: 'upload', data: zip, filename: 'picture.png', contentType: 'image/png' },
      ],
    });

    expect(answer).toMatchObject({ status: 422, body: { code: 'UNPROCESSABLE_ATTACHMENT' } });
    expect(Object.keys(answer.body['fields'] as object).sort()).toEqual([
      'attachments.1',
      'attachments.2',
      'outputAttachments.0',
    ]);
    expect(typed).toMatchObject({
      status: 422,
      body: { fields: { 'attachments.0': expect.stringMatching(/zip/i) } },
    });
    expect(await automation.get(`/api/logs/${id}`)).toMatchObject({ status: 404 });
    // The ID is still available.
    expect(await trySubmit({ id })).toMatchObject({ status: 202 });
  });

  test('declared larger than 32 MB, which is 413', async () => {
    const sizeBytes = 33 * 1024 * 1024;

    expect(await automation.post('/api/uploads', { filename: 'a.txt', sizeBytes })).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE', fields: { sizeBytes: expect.stringContaining('32 MB') } },
    });
  });

  test.each<[string, object]>([
    ['no data', { source: 'upload', filename: 'a.txt' }],
    ['no url', { source: 'url' }],
    ['no key', { source: 'stored' }],
    ['an invalid URL', { source: 'url', url: 'example' }],
    ['a loopback URL', { source: 'url', url: 'https://127.0.0.2:1/a.txt' }],
    [
      'a URL of the cloud metadata service',
      { source: 'url', url: 'https://169.254.169.254/a.txt' },
    ],
    ['a plain http URL', { source: 'url', url: 'http://93.184.216.34/a.txt' }],
    ['a key with parent segments', { source: 'stored', key: 'w/../../a.txt' }],
  ])('with %s', async (_what, file) => {
    expect(await trySubmit({ attachments: [inBody('fine'), file] })).toMatchObject({
      status: 422,
      body: {
        code: 'UNPROCESSABLE_ATTACHMENT',
        fields: { 'attachments.1': expect.any(String) },
      },
    });
  });

  test.each<[string, object, string]>([
    ['an unknown source', { attachments: [{ source: 'ftp', key: 'k' }] }, 'attachments.0.source'],
    [
      'more than twenty files',
      { attachments: Array.from({ length: 21 }, () => inBody('a')) },
      'attachments',
    ],
    ['files that are no list', { outputAttachments: 'a.txt' }, 'outputAttachments'],
  ])('with %s, which is 400', async (_what, body, field) => {
    const answer = await trySubmit(body);

    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(Object.keys(answer.body['fields'] as object)).toEqual([field]);
  });
});
