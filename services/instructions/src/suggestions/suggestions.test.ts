import type { RunningService } from '@output-review/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, makeApiClient, type Outage } from '@output-review/runtime/testing';

import { alter, plantNotes } from '../../test/alter.ts';
import {
  isPending,
  note,
  queuedOf,
  requestDraft,
  settled,
  type SuggestionBody,
  SUGGESTIONS,
  suggestionsOf,
  withNotes,
} from '../../test/drafts.ts';
import { drafting } from '../../test/models-listener.ts';
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
  running.models.draft = drafting('Better.');
  running.models.isConfigured = true;
  running.registry.modelCallsFreeIn = null;
});

afterAll(() => running.stop());

describe('a draft', () => {
  test('is written from the text and the notes, and is pending with its reasons', async () => {
    const document = await withNotes(running, 'r1', 'r2');

    const id = await requestDraft(document);

    expect(await settled(document, id)).toEqual({
      ...{ id, state: 'ready', baseVersion: 1, content: 'Better.', failure: null },
      changes: [{ summary: 'All said.', noteRefs: ['r1', 'r2'], outputIds: [] }],
      ...{ noteRefs: ['r1', 'r2'], outputs: [], decisions: null },
      ...{ createdBy: 'ada@example.com', createdAt: '2026-03-04T05:06:07.008Z' },
    });
    expect(running.models.asked.at(-1)).toEqual({
      workspaceId: document.workspaceId,
      content: 'Be kind.',
      notes: [
        { comment: 'About r1.', author: 'Bea' },
        { comment: 'About r2.', author: 'Bea' },
      ],
      bytesMax: 262_144,
    });
    expect(await isPending(document)).toBe(true);
    expect((await document.automation.get('/api/instructions')).body).toMatchObject([
      { version: 1, hasPendingSuggestion: true },
    ]);
    expect(await queuedOf(document)).toEqual(['r1', 'r2']);
  });

  test('is written from the oldest hundred notes', async () => {
    const document = await seedDocument(running);
    await plantNotes(running, document, 101);

    await settled(document, await requestDraft(document));

    expect(running.models.asked.at(-1)?.notes).toHaveLength(100);
    const [suggestion] = await suggestionsOf(document);
    expect(suggestion).toMatchObject({
      noteRefs: Array.from({ length: 100 }, (_, n) => `n${n + 1}`),
    });
  });

  test('is one at a time per document, however many are requested', async () => {
    const document = await withNotes(running, 'r1');
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    running.models.draft = async (asked) => {
      await released;
      return drafting('Better.')(asked);
    };

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => document.manager.post(SUGGESTIONS, document.names)),
    );

    const [begun] = answers.filter(({ status }) => status === 202);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      body: { code: 'DRAFT_IN_PROGRESS' },
    });
    const { id } = begun?.body as SuggestionBody;
    expect(await document.manager.post(`${SUGGESTIONS}/${id}/accept`)).toMatchObject({
      status: 409,
      body: { code: 'DRAFT_IN_PROGRESS' },
    });
    running.registry.modelCallsFreeIn = 7;
    expect(await document.manager.post(SUGGESTIONS, document.names)).toMatchObject({
      status: 409,
      body: { code: 'DRAFT_IN_PROGRESS' },
    });
    expect(await isPending(document)).toBe(false);
    release();
    expect(await settled(document, id)).toMatchObject({ state: 'ready' });
  });

  test('requires instructions, notes, a model, a manager and a free model call', async () => {
    const document = await seedDocument(running);
    const { workspaceId, manager, names } = document;
    const reviewer = await running.person(workspaceId, 'reviewer');
    // What is refused for another reason does not count as a model call.
    running.registry.modelCallsFreeIn = 7;

    expect(await manager.post(SUGGESTIONS, { ...names, task: 'Other' })).toMatchObject({
      status: 404,
      body: { code: 'NO_INSTRUCTIONS' },
    });
    expect(await manager.post(SUGGESTIONS, names)).toMatchObject({
      status: 409,
      body: { code: 'NO_NOTES' },
    });
    await note(document, 'r1');
    for (const client of [reviewer, document.automation]) {
      expect(await client.post(SUGGESTIONS, names)).toMatchObject({ status: 403 });
    }
    const busy = await manager.post(SUGGESTIONS, names);
    expect(busy).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(busy.headers.get('retry-after')).toBe('7');
    running.models.isConfigured = false;
    expect(await manager.post(SUGGESTIONS, names)).toMatchObject({
      status: 409,
      body: { code: 'NO_MODEL_CONFIGURED' },
    });
    expect(await suggestionsOf(document)).toEqual([]);
  });

  test('that fails has a reason, and can be requested again', async () => {
    const document = await withNotes(running, 'r1');
    running.models.draft = () => ({ draft: null, failure: 'The answer cites note 9.' });

    const id = await requestDraft(document);

    expect(await settled(document, id)).toMatchObject({
      ...{ state: 'failed', content: null, changes: [], failure: 'The answer cites note 9.' },
    });
    expect(await document.manager.post(`${SUGGESTIONS}/${id}/accept`)).toMatchObject({
      status: 409,
      body: { code: 'STALE_DRAFT' },
    });
    running.models.draft = drafting('Better.');
    expect(await settled(document, await requestDraft(document))).toMatchObject({ state: 'ready' });
    expect(await queuedOf(document)).toEqual(['r1']);
  });

  test('of a killed process is given up, and another can be requested', async () => {
    const [document, other] = [await withNotes(running, 'r1'), await withNotes(running, 'r1')];
    running.models.draft = () => new Promise(() => {});
    const id = await requestDraft(document);
    await age(id);
    // A model may still answer this one.
    await requestDraft(other);

    const replica = await running.startReplica();

    expect(await settled(document, id)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('restarted'),
    });
    expect(await suggestionsOf(other)).toMatchObject([{ state: 'drafting' }]);
    running.models.draft = drafting('Better.');
    expect(await settled(document, await requestDraft(document))).toMatchObject({ state: 'ready' });
    await replica.stop();
  });

  test('that was given up in an outage is stored afterwards', async () => {
    const document = await withNotes(running, 'r1');
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    running.models.draft = async (asked) => {
      await answered;
      return drafting('Better.')(asked);
    };
    const id = await requestDraft(document);
    await age(id);
    const replica = await running.startReplica();
    expect(await settled(document, id)).toMatchObject({ state: 'failed' });

    answer();

    await eventually(async () =>
      expect(await suggestionsOf(document)).toMatchObject([
        { id, state: 'ready', content: 'Better.', failure: null },
      ]),
    );
    await replica.stop();
  });

  test('that is being written at shutdown ends as failed', async () => {
    const document = await withNotes(running, 'r1');
    running.models.draft = () => new Promise(() => {});
    const replica = await running.startReplica();
    const id = await requestDraftOf(replica, document);

    await replica.stop();

    expect(await settled(document, id)).toMatchObject({ state: 'failed' });
  });

  test('that is written during a database outage is stored afterwards', async () => {
    const document = await withNotes(running, 'r1');
    const askedBefore = running.models.asked.length;
    const drafted = outageOnceDrafted();
    const id = await requestDraft(document);
    await using outage = await drafted;
    await waitsToBeKept();

    await outage.end();

    expect(await settled(document, id)).toMatchObject({ state: 'ready', content: 'Better.' });
    expect(running.models.asked).toHaveLength(askedBefore + 1);
    running.models.draft = drafting('Best.');
    expect(await settled(document, await requestDraft(document))).toMatchObject({ state: 'ready' });
  });

  test('that is written during a database outage is also stored at shutdown', async () => {
    const document = await withNotes(running, 'r1');
    const replica = await running.startReplica();
    const drafted = outageOnceDrafted();
    const id = await requestDraftOf(replica, document);
    await using outage = await drafted;
    await waitsToBeKept();

    const stopping = replica.stop();
    await outage.end();
    await stopping;

    expect(await settled(document, id)).toMatchObject({ state: 'ready', content: 'Better.' });
  });
});

describe('with many drafts', () => {
  const newest = Array.from({ length: 50 }, (_, n) => `s${51 - n}`);

  test('lists the newest fifty, newest first', async () => {
    const document = await seedDocument(running);
    await plantDismissed(document.workspaceId, 51);

    const listed = await suggestionsOf(document);

    expect(listed.map(({ id }) => id)).toEqual(newest);
  });

  test('also lists the pending one, however old it is', async () => {
    const document = await seedDocument(running);
    const { workspaceId } = document;
    await plantDismissed(workspaceId, 51);
    await alter(
      running,
      `UPDATE suggestions SET state = 'ready' WHERE workspace_id = $1 AND id = 's1'`,
      [workspaceId],
    );

    const listed = await suggestionsOf(document);

    expect(listed.map(({ id }) => id)).toEqual([...newest, 's1']);
    await saveVersion(document, 'By hand.');
    expect((await suggestionsOf(document)).map(({ id }) => id)).toEqual(newest);
  });
});

/** Drafts of the only document, with s1 the oldest. */
function plantDismissed(workspaceId: string, count: number): Promise<void> {
  return alter(
    running,
    `INSERT INTO suggestions (workspace_id, id, project_id, task_id, state, base_version, notes,
       content, created_by, created_at, begun_at)
     SELECT workspace_id, 's' || n, project_id, task_id, 'dismissed', 1, '[]', 'Better.', 'ada', now(),
       now() + n * interval '1 second'
     FROM documents, generate_series(1, $2::int) AS n WHERE workspace_id = $1`,
    [workspaceId, count],
  );
}

/** Makes a draft old enough to be given up. */
function age(id: string): Promise<void> {
  return alter(
    running,
    `UPDATE suggestions SET begun_at = now() - interval '151 seconds' WHERE id = $1`,
    [id],
  );
}

/** Starts a draft at another replica. @returns its id */
async function requestDraftOf(
  replica: RunningService,
  { names, workspaceId }: SeededDocument,
): Promise<string> {
  const headers = await running.assertions.headersFor({
    ...{ kind: 'user', userId: 'u1', email: 'ada@example.com', workspaceId, role: 'manager' },
  });
  const answer = await makeApiClient(replica.url, headers).post(SUGGESTIONS, names);
  return (answer.body as SuggestionBody).id;
}

/** Starts a database outage while the model writes its next draft. */
function outageOnceDrafted(): Promise<Outage> {
  running.warnings.length = 0;
  return new Promise((resolve) => {
    running.models.draft = async (asked) => {
      resolve(await running.database.startOutage());
      return drafting('Better.')(asked);
    };
  });
}

const waitsToBeKept = () =>
  eventually(() => expect(running.warnings).toContain('draft is waiting for an outage to end'));
