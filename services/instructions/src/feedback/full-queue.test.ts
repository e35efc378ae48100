import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { outputsTaught, QUEUED_NOTES_MAX } from '@output-review/contracts';

import { plantNotes } from '../../test/alter.ts';
import { eventsFor } from '../../test/events.ts';
import {
  saveVersion,
  seedDocument,
  type SeededDocument,
  startTestInstructions,
  type TestInstructions,
} from '../../test/test-instructions.ts';

let running: TestInstructions;

beforeAll(async () => {
  running = await startTestInstructions();
});

beforeEach(() => {
  running.warnings.length = 0;
});

afterAll(() => running.stop());

const PATH = '/api/instructions/feedback';
const WARNING = 'comment not queued: the queue of its document is full';

const { decide, teach } = eventsFor(() => running);

async function withQueued(count: number): Promise<SeededDocument> {
  const document = await seedDocument(running);
  await plantNotes(running, document, count);
  return document;
}

const send = ({ automation, names }: SeededDocument, ref?: string) =>
  automation.post(PATH, { ...names, comment: 'Be quick.', ref });

const refsOf = async ({ manager, query }: SeededDocument) =>
  ((await manager.get(`${PATH}?${query}`)).body as { ref: string }[]).map(({ ref }) => ref);

test('rejects a note above the limit until one is used or withdrawn', async () => {
  const document = await withQueued(QUEUED_NOTES_MAX - 1);
  const refused = {
    status: 409,
    body: { code: 'CONFLICT', error: expect.stringContaining('Support / Letters has 1000') },
  };

  expect(await send(document, 'last')).toMatchObject({ status: 200, body: { queuedCount: 1000 } });
  expect(await send(document)).toMatchObject(refused);
  expect(await send(document, 'other')).toMatchObject(refused);
  expect(await refsOf(document)).toHaveLength(QUEUED_NOTES_MAX);

  await document.automation.delete(PATH, { ...document.names, ref: 'n1' });
  expect(await send(document, 'other')).toMatchObject({ status: 200 });
  expect(await send(document)).toMatchObject(refused);
  await saveVersion(document, 'Be warm.', { noteRefs: ['n2', 'n3'] });
  expect(await send(document)).toMatchObject({ status: 200, body: { queuedCount: 999 } });
});

test('still replaces a note of a full queue', async () => {
  const document = await withQueued(QUEUED_NOTES_MAX);

  expect(await send(document, 'n7')).toMatchObject({ status: 200, body: { queuedCount: 1000 } });
});

test('queues as many concurrent notes as there is room for', async () => {
  const document = await withQueued(QUEUED_NOTES_MAX - 5);

  const answers = await Promise.all(Array.from({ length: 20 }, () => send(document)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(await refsOf(document)).toHaveLength(QUEUED_NOTES_MAX);
});

test('lists a queue above the limit up to the limit, oldest first', async () => {
  const document = await withQueued(QUEUED_NOTES_MAX + 5);

  const refs = await refsOf(document);

  expect(refs).toHaveLength(QUEUED_NOTES_MAX);
  expect([refs[0], refs.at(-1)]).toEqual(['n1', `n${QUEUED_NOTES_MAX}`]);
  expect(await send(document, 'n1')).toMatchObject({ status: 200, body: { queuedCount: 1005 } });
  expect(await send(document)).toMatchObject({ status: 409 });
});

test('logs comments of decisions and lessons that exceed the limit, and accepts them on redelivery', async () => {
  const document = await withQueued(QUEUED_NOTES_MAX);

  await decide(document, {});
  await teach(document, {});
  expect(running.warnings).toEqual([WARNING, WARNING]);
  expect(await refsOf(document)).toHaveLength(QUEUED_NOTES_MAX);

  await saveVersion(document, 'Be warm.', { noteRefs: ['n1', 'n2'] });
  await decide(document, {});
  await teach(document, {});
  expect(running.warnings).toHaveLength(2);
  expect((await refsOf(document)).slice(-2)).toEqual([
    expect.stringContaining('output:log-1:'),
    expect.stringContaining('output:log-1:'),
  ]);
});

test('tells a waiting teacher that the queue is full', async () => {
  const document = await withQueued(QUEUED_NOTES_MAX);
  const { workspaceId, names } = document;
  const lesson = {
    ...{ ...outputsTaught.examples.valid, workspaceId, id: 'log-1', sequence: 2 },
    ...running.registry.idsOf(workspaceId, names.project, names.task),
  };
  const ask = async () =>
    (await (await running.internal()).post('/internal/lessons/queue', lesson)).body;

  expect(await ask()).toEqual({ isQueued: false, isFull: true });
  await document.automation.delete(PATH, { ...names, ref: 'n1' });
  expect(await ask()).toEqual({ isQueued: true, isFull: false });
});
