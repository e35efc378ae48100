import { newId } from '@output-review/runtime';
import { ALL_CONNECTIONS } from '@output-review/runtime/testing';
import { describe, expect, test } from '@jest/globals';

import {
  saveVersion,
  seedDocument,
  type SeededDocument,
  useTestInstructions,
} from '../../test/test-instructions.ts';

const running = useTestInstructions(ALL_CONNECTIONS);

const PATH = '/api/instructions/feedback';

interface QueuedBody {
  readonly ref: string;
  readonly queuedCount: number;
}

const send = async (
  { automation, names }: SeededDocument,
  note: Readonly<Record<string, unknown>>,
): Promise<QueuedBody> => {
  const { status, body } = await automation.post(PATH, {
    ...names,
    comment: 'Be kinder.',
    ...note,
  });
  expect(status).toBe(200);
  return body as QueuedBody;
};

const queuedOf = async ({ manager, query }: SeededDocument) =>
  (await manager.get(`${PATH}?${query}`)).body as Record<string, unknown>[];

describe('a note', () => {
  test('is queued with all its fields, oldest first', async () => {
    const document = await seedDocument(running);

    const answer = await document.automation.post(PATH, {
      ...document.names,
      ...{ comment: ' Be kinder. ', author: 'Bea', ref: 'r1', logId: 'log-1' },
    });
    const second = await send(document, {});

    expect(answer).toEqual({
      status: 200,
      headers: expect.anything(),
      body: { ok: true, at: '2026-03-04T05:06:07.008Z', queuedCount: 1, ref: 'r1' },
    });
    expect(second).toMatchObject({ queuedCount: 2, ref: expect.stringMatching(/./) });
    expect(await queuedOf(document)).toEqual([
      {
        ...{ ref: 'r1', project: 'Support', task: 'Letters', comment: 'Be kinder.' },
        ...{ author: 'Bea', logId: 'log-1', at: '2026-03-04T05:06:07.008Z', queuedBy: 'api' },
      },
      expect.objectContaining({ ref: second.ref, author: null, logId: null }),
    ]);
  });

  test('requires existing instructions', async () => {
    const { automation, names } = await seedDocument(running);

    for (const place of [
      { ...names, task: 'Other' },
      { project: 'None', task: 'None' },
    ]) {
      expect(await automation.post(PATH, { ...place, comment: 'x' })).toMatchObject({
        status: 404,
        body: { code: 'NO_INSTRUCTIONS' },
      });
    }
  });

  test('is replaced by one with the same ref, and keeps its position', async () => {
    const document = await seedDocument(running);
    await send(document, { ref: 'r1', author: 'Bea', logId: 'log-1' });
    await send(document, { ref: 'r2' });

    const again = await send(document, { ref: 'r1', comment: 'Be quick.' });

    expect(again.queuedCount).toBe(2);
    expect(await queuedOf(document)).toMatchObject([
      { ref: 'r1', comment: 'Be quick.', author: null, logId: null },
      { ref: 'r2' },
    ]);
  });

  test('is one note if sent ten times concurrently under one ref', async () => {
    const document = await seedDocument(running);

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send(document, { ref: 'r1', comment: `Comment ${n}` })),
    );

    expect(new Set(answers.map(({ queuedCount }) => queuedCount))).toEqual(new Set([1]));
    expect(await queuedOf(document)).toHaveLength(1);
  });

  test('is counted exactly while many arrive concurrently', async () => {
    const document = await seedDocument(running);

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send(document, { ref: `r${n}` })),
    );

    const counts = answers.map(({ queuedCount }) => queuedCount).sort((a, b) => a - b);
    expect(counts).toEqual(Array.from({ length: 10 }, (_, n) => n + 1));
  });

  test('is rejected with all its faults', async () => {
    const { automation } = await seedDocument(running);

    expect(
      await automation.post(PATH, { project: ' ', comment: 'x'.repeat(2001), ref: 'a\0' }),
    ).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        fields: {
          project: expect.any(String),
          task: expect.any(String),
          comment: expect.any(String),
          ref: expect.any(String),
        },
      },
    });
  });
});

describe('a version made of notes', () => {
  test('takes exactly those out of the queue', async () => {
    const document = await seedDocument(running);
    for (const ref of ['r1', 'r2', 'r3']) await send(document, { ref });

    const saved = await saveVersion(document, 'Be kinder.', { noteRefs: ['r1', 'r3', 'r1'] });

    expect(saved.status).toBe(200);
    expect(await queuedOf(document)).toMatchObject([{ ref: 'r2' }]);
    expect((await saveVersion(document, 'x', { noteRefs: ['r1'] })).status).toBe(404);
    expect((await send(document, { ref: 'r1' })).queuedCount).toBe(2);
  });

  test('is not saved if one of them is not queued, and the error names it', async () => {
    const document = await seedDocument(running);
    await send(document, { ref: 'r1' });

    const refused = await saveVersion(document, 'x', { noteRefs: ['r1', 'gone'] });

    expect(refused).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', fields: { 'noteRefs.1': expect.stringContaining('gone') } },
    });
    expect(await queuedOf(document)).toHaveLength(1);
    const current = await document.automation.get(`/api/instructions/current?${document.query}`);
    expect(current.body).toMatchObject({ version: 1 });
  });
});

describe('withdrawing', () => {
  test.each(['body', 'query'])('removes a note by its ref in the %s, once', async (place) => {
    const document = await seedDocument(running);
    await send(document, { ref: 'r 1' });
    await send(document, { ref: 'r2' });
    const { automation, names, query } = document;
    const withdraw = () =>
      place === 'body'
        ? automation.delete(PATH, { ...names, ref: 'r 1' })
        : automation.delete(`${PATH}?ref=r%201&${query}`);

    expect(await withdraw()).toMatchObject({ status: 200, body: { ok: true, queuedCount: 1 } });
    expect(await withdraw()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await queuedOf(document)).toMatchObject([{ ref: 'r2' }]);
  });

  test('needs no names if the ref is unique, and both otherwise', async () => {
    const document = await seedDocument(running);
    const { automation, names } = document;
    await automation.post('/api/instructions', { ...names, task: 'Mails', default: 'x' });
    await send(document, { ref: 'r1' });
    await send(document, { ref: 'both' });
    await automation.post(PATH, { ...names, task: 'Mails', comment: 'x', ref: 'both' });

    expect(await automation.delete(PATH, { ref: 'r1' })).toMatchObject({
      status: 200,
      body: { queuedCount: 1 },
    });
    expect(await automation.delete(PATH, { ref: 'both' })).toMatchObject({
      status: 400,
      body: { fields: { project: expect.any(String), task: expect.any(String) } },
    });
    expect(await automation.delete(PATH, { ref: 'both', task: 'Mails' })).toMatchObject({
      status: 400,
      body: { fields: { project: expect.any(String) } },
    });
    const named = await automation.delete(PATH, { ...names, task: 'Mails', ref: 'both' });
    expect(named).toMatchObject({ status: 200, body: { queuedCount: 0 } });
    expect(await queuedOf(document)).toMatchObject([{ ref: 'both' }]);
    // One that a version has used does not count.
    await saveVersion(document, 'x', { noteRefs: ['both'] });
    await automation.post(PATH, { ...names, task: 'Mails', comment: 'x', ref: 'both' });
    expect(await automation.delete(PATH, { ref: 'both' })).toMatchObject({ status: 200 });
  });

  test('finds no note that a version has used, nor one of another workspace', async () => {
    const document = await seedDocument(running);
    await send(document, { ref: 'used' });
    await saveVersion(document, 'x', { noteRefs: ['used'] });
    await send(document, { ref: 'mine' });
    const stranger = await running.automation(newId());

    expect(await document.automation.delete(PATH, { ref: 'used' })).toMatchObject({ status: 404 });
    expect(await stranger.delete(PATH, { ref: 'mine' })).toMatchObject({ status: 404 });
    expect(await stranger.delete(PATH)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: { ref: expect.any(String) } },
    });
    expect(await queuedOf(document)).toHaveLength(1);
  });
});
