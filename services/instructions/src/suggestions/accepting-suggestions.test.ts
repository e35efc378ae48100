import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AuditRecorded, auditRecorded } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import {
  FEEDBACK,
  isPending,
  note,
  queuedOf,
  requestDraft,
  settled,
  SUGGESTIONS,
  suggestionsOf,
  withNotes,
} from '../../test/drafts.ts';
import { drafting } from '../../test/models-listener.ts';
import {
  saveVersion,
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

describe('accepting', () => {
  test('makes the draft the new version, and takes only its notes out of the queue', async () => {
    const document = await withNotes(running, 'r1', 'r2', 'r3');
    const { manager, query } = document;
    const id = await requestDraft(document);
    await settled(document, id);
    await note(document, 'later');
    await note(document, 'r2', 'I have changed my mind.');
    await manager.delete(FEEDBACK, { ref: 'r3' });

    const accepted = await manager.post(`${SUGGESTIONS}/${id}/accept`);

    expect(accepted).toMatchObject({
      status: 200,
      body: {
        ...{ projectName: 'Support', taskName: 'Letters', version: 2, content: 'Better.' },
        ...{ source: 'suggestion', hasPendingSuggestion: false },
      },
    });
    expect(await queuedOf(document)).toEqual(['r2', 'later']);
    const versions = await manager.get(`/api/instructions/versions?${query}`);
    expect(versions.body).toMatchObject([{ createdBy: 'ada@example.com' }, {}]);
    for (const verb of ['accept', 'dismiss']) {
      expect(await manager.post(`${SUGGESTIONS}/${id}/${verb}`)).toMatchObject({
        status: 409,
        body: { code: 'STALE_DRAFT' },
      });
    }
    expect(await suggestionsOf(document)).toMatchObject([{ state: 'accepted' }]);
  });

  test('takes out a note that was sent again unchanged', async () => {
    const document = await withNotes(running, 'r1', 'r2');
    const { automation, names } = document;
    const nameless = { ...names, ref: 'r3', comment: 'About r3.' };
    await automation.post(FEEDBACK, nameless);
    const id = await requestDraft(document);
    await settled(document, id);
    await note(document, 'r1');
    await automation.post(FEEDBACK, { ...nameless, ref: 'r2', comment: 'About r2.' });
    await automation.post(FEEDBACK, nameless);

    await document.manager.post(`${SUGGESTIONS}/${id}/accept`);

    // r2 was replaced without an author.
    expect(await queuedOf(document)).toEqual(['r2']);
  });

  test('accepts an edited draft', async () => {
    const document = await withNotes(running, 'r1');
    const id = await requestDraft(document);
    await settled(document, id);

    const accepted = await document.manager.post(`${SUGGESTIONS}/${id}/accept`, {
      content: 'Best.',
    });

    expect(accepted).toMatchObject({ status: 200, body: { version: 2, content: 'Best.' } });
    expect(await queuedOf(document)).toEqual([]);
  });

  test('saves nothing if the text has changed, which makes the draft stale', async () => {
    const document = await withNotes(running, 'r1');
    const id = await requestDraft(document);
    await settled(document, id);
    await saveVersion(document, 'By hand.');
    expect(await suggestionsOf(document)).toMatchObject([{ id, state: 'stale' }]);

    const refused = await document.manager.post(`${SUGGESTIONS}/${id}/accept`);

    expect(refused).toMatchObject({ status: 409, body: { code: 'STALE_DRAFT' } });
    expect(await suggestionsOf(document)).toMatchObject([{ id, state: 'stale' }]);
    expect(await queuedOf(document)).toEqual(['r1']);
    expect(await isPending(document)).toBe(false);
  });

  test('leaves no other draft pending, since that is based on the previous text', async () => {
    const document = await withNotes(running, 'r1');
    const first = await requestDraft(document);
    await settled(document, first);
    const second = await requestDraft(document);
    await settled(document, second);
    expect(await isPending(document)).toBe(true);

    const accepted = await document.manager.post(`${SUGGESTIONS}/${second}/accept`);

    expect(accepted).toMatchObject({ status: 200, body: { hasPendingSuggestion: false } });
    expect(await isPending(document)).toBe(false);
    expect((await document.manager.post(`${SUGGESTIONS}/${first}/accept`)).status).toBe(409);
  });

  test('succeeds for one of many concurrent requests', async () => {
    const document = await withNotes(running, 'r1');
    const id = await requestDraft(document);
    await settled(document, id);

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => document.manager.post(`${SUGGESTIONS}/${id}/accept`)),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const current = await document.automation.get(`/api/instructions/current?${document.query}`);
    expect(current.body).toMatchObject({ version: 2 });
  });

  test('finds a draft stale at once if its text changed while it was written', async () => {
    const document = await withNotes(running, 'r1');
    running.models.draft = async (asked) => {
      await saveVersion(document, 'By hand.');
      return drafting('Better.')(asked);
    };

    const id = await requestDraft(document);

    expect(await settled(document, id)).toMatchObject({ state: 'stale', content: 'Better.' });
    expect(await isPending(document)).toBe(false);
  });
});

describe('dismissing', () => {
  test('keeps the notes, and ends the pending state', async () => {
    const document = await withNotes(running, 'r1');
    const id = await requestDraft(document);
    await settled(document, id);
    const path = `${SUGGESTIONS}/${id}/dismiss`;

    expect(await document.manager.post(path)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await document.manager.post(path)).toMatchObject({ status: 200 });

    expect(await queuedOf(document)).toEqual(['r1']);
    expect(await isPending(document)).toBe(false);
    expect(await document.manager.post(`${SUGGESTIONS}/${id}/accept`)).toMatchObject({
      status: 409,
      body: { code: 'STALE_DRAFT' },
    });
  });

  test('discards the answer of a draft that is still being written', async () => {
    const document = await withNotes(running, 'r1');
    let isAnswered = false;
    running.models.draft = async (asked) => {
      await document.manager.post(`${SUGGESTIONS}/${id}/dismiss`);
      isAnswered = true;
      return drafting('Better.')(asked);
    };
    const id = await requestDraft(document);

    await eventually(() => expect(isAnswered).toBe(true));

    expect(await settled(document, id)).toMatchObject({ state: 'dismissed', content: null });
  });

  test('finds nothing in another workspace, nor under an unknown id', async () => {
    const document = await withNotes(running, 'r1');
    const id = await requestDraft(document);
    await settled(document, id);
    const stranger = await running.person(newId());

    for (const [client, path] of [
      [stranger, id],
      [document.manager, 'none'],
    ] as const) {
      for (const verb of ['accept', 'dismiss']) {
        expect(await client.post(`${SUGGESTIONS}/${path}/${verb}`)).toMatchObject({
          status: 404,
          body: { code: 'NOT_FOUND' },
        });
      }
    }
    expect(await isPending(document)).toBe(true);
  });
});

test('audits every version and how drafts end, with texts redacted', async () => {
  const audited: AuditRecorded[] = [];
  const subscription = running.bus.subscribe({
    ...{ topic: auditRecorded.topic, group: 'test', batchMax: 100 },
    handle: async (batch) => {
      audited.push(...batch.map(({ json }) => JSON.parse(json) as AuditRecorded));
    },
  });
  const document = await withNotes(running, 'r1');
  const { manager } = document;
  await saveVersion(document, 'Be kinder.', { baseVersion: 1, logId: 'output-1' });
  const dismissed = await requestDraft(document);
  await settled(document, dismissed);
  await manager.post(`${SUGGESTIONS}/${dismissed}/dismiss`);
  await manager.post(`${SUGGESTIONS}/${dismissed}/dismiss`);
  const accepted = await requestDraft(document);
  await settled(document, accepted);
  await manager.post(`${SUGGESTIONS}/${accepted}/accept`, { content: 'Edited.' });

  await eventually(() => expect(audited).toHaveLength(5));
  await subscription.close();
  const hidden = { hmac: expect.any(String) };
  const saved = { action: 'instructions.version_saved', target: { kind: 'instructions' } };
  expect(audited).toMatchObject([
    { ...saved, actor: { name: 'api' }, before: null, after: { version: 1, source: 'seed' } },
    { ...saved, logId: 'output-1', before: { version: 1 }, after: { version: 2, content: hidden } },
    {
      ...{ action: 'instructions.suggestion_dismissed', target: { id: dismissed } },
      ...{ before: { state: 'ready' }, after: { state: 'dismissed' } },
    },
    { ...saved, before: { version: 2 }, after: { version: 3, source: 'suggestion' } },
    {
      ...{ action: 'instructions.suggestion_accepted', target: { id: accepted } },
      ...{ actor: { name: 'ada@example.com' }, after: { version: 3, isEdited: true } },
    },
  ]);
  expect(JSON.stringify(audited)).not.toMatch(/Be kind|Edited\./);
});
