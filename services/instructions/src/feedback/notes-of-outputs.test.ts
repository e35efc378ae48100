import { describe, expect, test } from '@jest/globals';
import { outputsDecided, TOPICS } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually, untilHeldUp } from '@output-review/runtime/testing';

import { alter, plantNotes, withDatabase } from '../../test/alter.ts';
import { eventsFor } from '../../test/events.ts';
import {
  saveVersion,
  seedDocument,
  type SeededDocument,
  useTestInstructions,
} from '../../test/test-instructions.ts';

const running = useTestInstructions();

const FEEDBACK = '/api/instructions/feedback';

const { send, decide, teach, remove, changeWorkspace } = eventsFor(() => running);

const notesOf = async ({ manager, query }: SeededDocument) =>
  (await manager.get(`${FEEDBACK}?${query}`)).body as Record<string, unknown>[];

describe('a decision', () => {
  test.each(['changed', 'rejected'])(
    '%s with a comment queues it, with its output',
    async (decision) => {
      const document = await seedDocument(running);

      await decide(document, { decision });

      expect(await notesOf(document)).toMatchObject([
        { comment: 'Too cold.', logId: 'log-1', author: 'ada@example.com' },
      ]);
    },
  );

  test('without a comment, of another task, or that approved queues nothing', async () => {
    const document = await seedDocument(running);

    await decide(document, { comment: null });
    await decide(document, { decision: 'approved' });
    await decide(document, { decision: 'handled' });
    await decide(document, { taskId: null });
    await decide(document, { taskId: newId() });

    expect(await notesOf(document)).toEqual([]);
  });

  test('from before instructions existed queues nothing, and does not block later ones', async () => {
    const document = await seedDocument(running);
    const { projectId: _, ...older } = outputsDecided.examples.valid;
    const { workspaceId } = document;

    await send(TOPICS.outputsDecided, { ...older, workspaceId, id: 'old', sequence: 1 });
    await decide(document, { id: 'log-2' });

    expect(await notesOf(document)).toMatchObject([{ logId: 'log-2' }]);
  });

  test('that is delivered again queues nothing, even once the note was used or withdrawn', async () => {
    const document = await seedDocument(running);
    await decide(document, { id: 'used' });
    await decide(document, { id: 'withdrawn' });
    await decide(document, { id: 'used' });
    const [used, withdrawn] = (await notesOf(document)).map(({ ref }) => String(ref));
    await saveVersion(document, 'Be warm.', { noteRefs: [used] });
    await document.manager.delete(FEEDBACK, { ref: withdrawn });

    await decide(document, { id: 'used' });
    await decide(document, { id: 'withdrawn' });

    expect(await notesOf(document)).toEqual([]);
  });

  test('that is replaced by another one queues a second comment', async () => {
    const document = await seedDocument(running);

    await decide(document, {});
    await decide(document, { sequence: 2, decision: 'changed', comment: 'Warmer.' });

    expect((await notesOf(document)).map(({ comment }) => comment)).toEqual([
      'Too cold.',
      'Warmer.',
    ]);
  });
});

describe('a workspace that queues no comments of decisions', () => {
  test('still queues lessons, and comments again once the setting is on', async () => {
    const document = await seedDocument(running);
    const off = { version: 2, queueDecisionComments: false };
    await changeWorkspace(document, off);
    await changeWorkspace(document, { version: 1, queueDecisionComments: true });
    await changeWorkspace(document, off);

    await decide(document, {});
    await teach(document, {});
    expect(await notesOf(document)).toMatchObject([{ comment: 'Name no day.' }]);

    await changeWorkspace(document, { version: 3, queueDecisionComments: true });
    await decide(document, { id: 'log-2' });
    expect(await notesOf(document)).toMatchObject([{ logId: 'log-1' }, { logId: 'log-2' }]);
  });
});

describe('a deleted output', () => {
  test('keeps its notes and versions, without the link', async () => {
    const document = await seedDocument(running);
    const { automation, names, query } = document;
    await decide(document, {});
    await automation.post(FEEDBACK, { ...names, comment: 'x', ref: 'r1', logId: 'log-1' });
    await automation.post(FEEDBACK, { ...names, comment: 'y', ref: 'r2', logId: 'log-2' });
    await saveVersion(document, 'Be warm.', { logId: 'log-1' });
    // With the same ID in another workspace.
    const other = await seedDocument(running);
    await decide(other, {});
    await saveVersion(other, 'Be warm.', { logId: 'log-1' });

    await remove(document, 'log-1');
    await remove(document, 'log-1');

    expect(await notesOf(document)).toMatchObject([
      { comment: 'Too cold.', logId: null },
      { ref: 'r1', logId: null },
      { ref: 'r2', logId: 'log-2' },
    ]);
    const versions = await automation.get(`/api/instructions/versions?${query}`);
    expect(versions.body).toMatchObject([{ version: 2, logId: null }, { version: 1 }]);
    expect(await notesOf(other)).toMatchObject([{ logId: 'log-1' }]);
    const others = await other.automation.get(`/api/instructions/versions?${query}`);
    expect(others.body).toMatchObject([{ logId: 'log-1' }, { version: 1 }]);
  });

  test('is not linked by later notes and versions', async () => {
    const document = await seedDocument(running);
    await remove(document, 'log-1');

    await decide(document, {});
    await saveVersion(document, 'Be warm.', { logId: 'log-1' });

    expect(await notesOf(document)).toMatchObject([{ comment: 'Too cold.', logId: null }]);
    const { body } = await document.automation.get(
      `/api/instructions/versions/2?${document.query}`,
    );
    expect(body).toMatchObject({ logId: null });
  });

  test('is unlinked from notes that a version takes at the same time, in one order of locks', async () => {
    const document = await seedDocument(running);
    const { automation, names, workspaceId } = document;
    // So many that the database reads each note through an index.
    await plantNotes(running, await seedDocument(running), 5_000);
    // Stored in another order than that of their refs.
    for (const ref of ['b', 'a']) {
      await automation.post(FEEDBACK, { ...names, comment: 'x', ref, logId: 'log-1' });
    }
    await alter(running, 'ANALYZE notes', []);

    const { saving, removing } = await withDatabase(running, (admin) =>
      admin.transaction(async (tx) => {
        await tx.query(`SELECT FROM notes WHERE workspace_id = $1 AND ref = 'a' FOR UPDATE`, [
          workspaceId,
        ]);
        const saving = saveVersion(document, 'Be warm.', { noteRefs: ['a', 'b'] });
        await untilHeldUp(tx, 1);
        const removing = remove(document, 'log-1');
        await untilHeldUp(tx, 2);
        return { saving, removing };
      }),
    );

    expect(await saving).toMatchObject({ status: 200 });
    await removing;
    expect(running.warnings).not.toContain('consumer is waiting for an outage to end');
    const { rows } = await withDatabase(running, (admin) =>
      admin.query('SELECT log_id FROM notes WHERE workspace_id = $1 AND used_in = 2', [
        workspaceId,
      ]),
    );
    expect(rows).toEqual([{ log_id: null }, { log_id: null }]);
  });

  test('is never linked, whichever of note and deletion comes first', async () => {
    const document = await seedDocument(running);

    await Promise.all(
      Array.from({ length: 30 }, (_, n) => n).flatMap((n) => [
        decide(document, { id: `log-${n}` }),
        remove(document, `log-${n}`),
      ]),
    );

    const notes = await notesOf(document);
    expect(notes).toHaveLength(30);
    expect(notes.filter(({ logId }) => logId !== null)).toEqual([]);
  });
});

test.each([
  [TOPICS.outputsDecided, { decision: 'perhaps' }],
  [TOPICS.outputsTaught, { comment: 7 }],
  [TOPICS.outputsDeleted, { sequence: 'x' }],
  [TOPICS.workspacesChanged, { version: 'x' }],
])(
  'makes an unreadable message of %s a dead letter, and handles the next',
  async (topic, wrong) => {
    const document = await seedDocument(running);
    const { workspaceId } = document;

    await send(topic, { workspaceId, id: 'broken', ...wrong });
    await decide(document, { id: 'log-2' });

    expect(await notesOf(document)).toMatchObject([{ logId: 'log-2' }]);
    const operator = await running.operator();
    const { body } = await operator.get('/internal/dead-letters?limit=100');
    const { deadLetters } = body as { deadLetters: { topic: string; key: string }[] };
    expect(deadLetters).toContainEqual(
      expect.objectContaining({ topic, key: `${workspaceId}/broken`, code: 'INVALID' }),
    );
  },
);

test('creates no dead letters during a database outage, and queues everything after it', async () => {
  const document = await seedDocument(running);
  await using outage = await running.database.startOutage();

  const sent = changeWorkspace(document, { queueDecisionComments: false }).then(() =>
    decide(document, {}),
  );
  await eventually(() =>
    expect(running.warnings).toContain('consumer is waiting for an outage to end'),
  );
  expect((await running.service.ready()).ready).toBe(false);
  await outage.end();
  await sent;

  // The backoff between retries grows to 5 s.
  await eventually(async () => expect(await notesOf(document)).toEqual([]), 20_000);
  await teach(document, {});
  expect(await notesOf(document)).toHaveLength(1);
  const { body } = await (await running.operator()).get('/internal/dead-letters?limit=100');
  const { deadLetters } = body as { deadLetters: { key: string }[] };
  expect(deadLetters.filter(({ key }) => key.startsWith(document.workspaceId))).toEqual([]);
});
