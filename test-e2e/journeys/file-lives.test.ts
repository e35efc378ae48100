import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { Answer, Client } from '../harness/client.ts';
import { askLink, fileOf, inBody, readFileText, uniqueText, upload } from '../harness/files.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
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

describe('an upload', () => {
  test('can be read until an output claims it; then only the key of the file works', async () => {
    const text = uniqueText('upload');
    const key = await upload(automation, text);
    const before = await readFileText(automation, key);

    const { id } = await submit(automation, {
      ...{ project, output: 'a', attachments: [{ source: 'uploaded', key }] },
    });

    expect(before).toBe(text);
    expect(await askLink(automation, key)).toMatchObject({
      status: 404,
      body: { code: 'UPLOAD_CONSUMED' },
    });
    expect(await readFileText(automation, (await fileOf(automation, id)).key)).toBe(text);
  });

  test('is claimed by one of several concurrent outputs', async () => {
    const key = await upload(automation, uniqueText('race'));

    const answers = await Promise.all(
      Array.from({ length: 6 }, () => trySubmit({ attachments: [{ source: 'uploaded', key }] })),
    );

    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => !accepted.includes(answer))) {
      // A request that arrives before the claim is settled may be asked to retry.
      if (status === 503) expect(body).toMatchObject({ code: 'UNAVAILABLE' });
      else expect([status, body['code']]).toEqual([404, 'UPLOAD_CONSUMED']);
    }
    expect(await trySubmit({ attachments: [{ source: 'uploaded', key }] })).toMatchObject({
      status: 404,
      body: { code: 'UPLOAD_CONSUMED', fields: { 'attachments.0': expect.any(String) } },
    });
    expect(
      await readFileText(
        automation,
        (await fileOf(automation, String(accepted[0]?.body['id']))).key,
      ),
    ).toContain('race');
  });

  test('is available again after its submission fails', async () => {
    const key = await upload(automation, uniqueText('free'));
    const wanted = { source: 'uploaded', key };

    const refused = await trySubmit({
      attachments: [wanted, { source: 'stored', key: 'nothing' }],
    });

    expect(refused.status).toBe(422);
    expect(await trySubmit({ attachments: [wanted] })).toMatchObject({ status: 202 });
  });
});

test('an automation that redoes an output can read its files and reuse them', async () => {
  const reviewer = await system.signIn();
  const text = uniqueText('invoice');
  const first = await submit(automation, {
    ...{ project, task: 'Invoices', output: 'wrong', attachments: [inBody(text)] },
  });
  await awaitVerdict(automation, first.id);
  await reviewer.patch(`/api/logs/${first.id}/decision`, {
    decision: 'changed',
    comment: 'Read the second page.',
  });

  // 1. Read the attachments of the output and the reviewer's comment.
  const { body } = await automation.get(`/api/logs/${first.id}`);
  expect(body).toMatchObject({ humanDecision: 'changed', comment: 'Read the second page.' });
  const file = await fileOf(automation, first.id);
  // 2. Exchange the key or the URL for a link, and download.
  for (const source of [file.key, file.url, new URL(file.url, system.url).href]) {
    const link = await askLink(automation, source);
    expect(link).toMatchObject({
      status: 200,
      body: { key: file.key, filename: 'a.txt', contentType: 'text/plain', sizeBytes: text.length },
    });
    expect(await readFileText(automation, source)).toBe(text);
  }
  // 3. The AI runs again. 4. Submit again, as a revision with the same file.
  const second = await submit(automation, {
    ...{ project, task: 'Invoices', output: 'right', revisionOf: first.id },
    attachments: [{ source: 'stored', key: file.key }],
  });

  await awaitVerdict(automation, second.id);
  const copy = await fileOf(automation, second.id);
  expect(copy.key).not.toBe(file.key);
  expect(await reviewer.delete(`/api/logs/${first.id}`)).toMatchObject({ status: 200 });
  expect(await askLink(automation, file.key)).toMatchObject({ status: 404 });
  expect(await readFileText(automation, copy.key)).toBe(text);
});

test('a bulk deletion deletes the files of all its outputs only', async () => {
  const manager = await system.signIn();
  const outputs = await Promise.all(
    [1, 2, 3].map((n) =>
      submit(automation, { project, output: 'a', attachments: [inBody(uniqueText(`bulk ${n}`))] }),
    ),
  );
  const files = await Promise.all(outputs.map(({ id }) => fileOf(automation, id)));

  const [kept, ...gone] = outputs.map(({ id }) => id);
  const answer = await manager.patch('/api/logs/bulk', { ids: gone, action: 'delete' });

  expect(answer).toMatchObject({ status: 200, body: { count: 2 } });
  const links = await Promise.all(files.map(({ key }) => askLink(automation, key)));
  expect(links.map(({ status }) => status)).toEqual([200, 404, 404]);
  expect(await automation.get(`/api/logs/${kept}`)).toMatchObject({ status: 200 });
  // Their IDs cannot be reused, with or without files.
  for (const attachments of [[inBody('again')], []]) {
    expect(await trySubmit({ id: gone[0], attachments })).toMatchObject({
      status: 409,
      body: { code: 'ID_CONFLICT' },
    });
  }
});

test('the workspace can set its storage quota, and files beyond it are refused', async () => {
  const admin = await system.signIn();
  const settings = async () => (await admin.get('/api/settings')).body;
  const usedBefore = (await settings())['usage'] as { mediaBytes: number };
  const operators = (await settings())['mediaQuotaBytes'];
  try {
    const quota = usedBefore.mediaBytes + 1_000;
    const lowered = await admin.patch('/api/settings', { mediaQuotaBytes: quota });
    const fits = await trySubmit({ attachments: [inBody('x'.repeat(900))] });
    const tooMuch = await trySubmit({ attachments: [inBody('x'.repeat(101))] });
    const announced = await automation.post('/api/uploads', { sizeBytes: 101 });
    const without = await trySubmit({});

    expect(lowered).toMatchObject({ status: 200, body: { mediaQuotaBytes: quota } });
    expect(fits).toMatchObject({ status: 202 });
    for (const answer of [tooMuch, announced]) {
      expect(answer).toMatchObject({ status: 413, body: { code: 'MEDIA_QUOTA_EXCEEDED' } });
    }
    expect(without).toMatchObject({ status: 202 });
    expect(await settings()).toMatchObject({
      usage: { mediaBytes: usedBefore.mediaBytes + 900 },
    });
    const { id } = fits.body;
    await admin.delete(`/api/logs/${String(id)}`);
    expect(await settings()).toMatchObject({ usage: { mediaBytes: usedBefore.mediaBytes } });
  } finally {
    await admin.patch('/api/settings', { mediaQuotaBytes: null });
  }
  expect(await settings()).toMatchObject({ mediaQuotaBytes: operators });
  const most = Number(operators) + 1;
  const change = { mediaQuotaBytes: most, skipJudgesWhenFlagged: true };
  expect(await admin.patch('/api/settings', change)).toMatchObject({
    status: 400,
    body: { fields: { mediaQuotaBytes: expect.any(String) } },
  });
  expect(await settings()).toMatchObject({ skipJudgesWhenFlagged: false });
});
