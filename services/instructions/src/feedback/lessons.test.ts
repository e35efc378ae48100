import { describe, expect, test } from '@jest/globals';
import { outputsTaught } from '@output-review/contracts';
import { newId } from '@output-review/runtime';

import { eventsFor } from '../../test/events.ts';
import {
  saveVersion,
  seedDocument,
  type SeededDocument,
  useTestInstructions,
} from '../../test/test-instructions.ts';

const running = useTestInstructions();

const { teach } = eventsFor(() => running);

const notesOf = async ({ manager, query }: SeededDocument) =>
  (await manager.get(`/api/instructions/feedback?${query}`)).body as Record<string, unknown>[];

describe('a lesson', () => {
  test('is queued once even if it is sent twice', async () => {
    const document = await seedDocument(running);

    await teach(document, {});
    await teach(document, { sequence: 3 });
    await teach(document, { sequence: 4, comment: 'Name a week.' });
    await teach(document, { id: 'log-2', taskId: null });

    expect(await notesOf(document)).toMatchObject([
      { comment: 'Name no day.', logId: 'log-1', author: 'ada@example.com' },
      { comment: 'Name a week.', logId: 'log-1' },
    ]);
  });
});

describe('a lesson with a waiting teacher', () => {
  const ask = async (document: SeededDocument, fields: Readonly<Record<string, unknown>> = {}) => {
    const { workspaceId, names } = document;
    const place = running.registry.idsOf(workspaceId, names.project, names.task);
    const internal = await running.internal();
    return internal.post('/internal/lessons/queue', {
      ...{ ...outputsTaught.examples.valid, workspaceId, ...place },
      ...{ id: 'log-1', sequence: 2, comment: 'Name no day.', ...fields },
    });
  };

  test('is queued once, by the time it is answered, whichever of request and event comes first', async () => {
    const document = await seedDocument(running);

    expect(await ask(document)).toMatchObject({ status: 200, body: { isQueued: true } });
    expect(await notesOf(document)).toMatchObject([{ comment: 'Name no day.', logId: 'log-1' }]);
    await saveVersion(document, 'Be warm.', {
      noteRefs: (await notesOf(document)).map(({ ref }) => ref),
    });
    await teach(document, {});
    expect(await notesOf(document)).toEqual([]);

    await teach(document, { sequence: 3, comment: 'Name a week.' });
    expect(await ask(document, { sequence: 3, comment: 'Name a week.' })).toMatchObject({
      body: { isQueued: true },
    });
    expect(await notesOf(document)).toHaveLength(1);
  });

  test('of a task without instructions, or without a task, queues nothing and says so', async () => {
    const document = await seedDocument(running);

    for (const taskId of [newId(), null]) {
      expect((await ask(document, { taskId })).body).toEqual({ isQueued: false, isFull: false });
    }
    expect(await ask(document, { comment: '' })).toMatchObject({ status: 400 });
    expect(await notesOf(document)).toEqual([]);
  });
});
