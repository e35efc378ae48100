import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '@output-review/errors';

import { withDatabase } from '../../test/alter.ts';
import {
  note,
  queuedOf,
  requestDraft,
  settled,
  SUGGESTIONS,
  suggestionsOf,
  withNotes,
} from '../../test/drafts.ts';
import { eventsFor } from '../../test/events.ts';
import { aLabelled, labelled } from '../../test/labels-listener.ts';
import { drafting } from '../../test/models-listener.ts';
import {
  saveVersion,
  seedDocument,
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
  running.labels.read = () => labelled(7, REJECTED, CHANGED);
  running.registry.modelCallsFreeIn = null;
});

afterAll(() => running.stop());

const events = eventsFor(() => running);

const REJECTED = aLabelled('o1', { failedRules: ['No promises'], comment: 'Promise nothing.' });
const CHANGED = aLabelled('o2', {
  ...{ decision: 'changed', output: null, correctedParams: '{"amount":50}' },
  action: { name: 'refund', summary: 'Refund 500 EUR', params: '{"amount":500}' },
});
const CITED = [
  { id: 'o1', decision: 'rejected', failedRules: ['No promises'] },
  { id: 'o2', decision: 'changed', failedRules: [] },
];

describe('a draft from outputs', () => {
  test('is written from outputs rejected or changed since the active version, and lists them', async () => {
    const document = await withNotes(running, 'r1');
    await saveVersion(document, 'Be kinder.');

    const id = await requestDraft(document, 'outputs');

    expect(await settled(document, id)).toMatchObject({
      ...{ id, state: 'ready', baseVersion: 2, content: 'Better.', noteRefs: [] },
      changes: [{ summary: 'All said.', noteRefs: [], outputIds: ['o1', 'o2'] }],
      outputs: CITED,
      decisions: { approved: 7, changed: 1, rejected: 1 },
    });
    const { workspaceId, names } = document;
    expect(running.labels.asked.at(-1)).toEqual({
      ...{ workspaceId, sinceVersion: 2 },
      ...running.registry.idsOf(workspaceId, names.project, names.task),
    });
    const { id: _1, ...rejected } = REJECTED;
    const { id: _2, ...changed } = CHANGED;
    expect(running.models.asked.at(-1)).toMatchObject({
      ...{ content: 'Be kinder.', notes: [] },
      labelled: { approved: 7, outputs: [rejected, changed] },
    });
  });

  test('and from notes cites both, and accepting it takes only its notes out of the queue', async () => {
    const document = await withNotes(running, 'r1');
    const id = await requestDraft(document, 'both');

    expect(await settled(document, id)).toMatchObject({
      changes: [{ noteRefs: ['r1'], outputIds: ['o1', 'o2'] }],
      ...{ noteRefs: ['r1'], outputs: CITED },
    });
    await note(document, 'later');
    expect(await document.manager.post(`${SUGGESTIONS}/${id}/accept`)).toMatchObject({
      status: 200,
      body: { version: 2, content: 'Better.' },
    });
    expect(await queuedOf(document)).toEqual(['later']);
    expect(await suggestionsOf(document)).toMatchObject([{ state: 'accepted', outputs: CITED }]);
  });

  test('is not written unless requested: review is not called', async () => {
    const document = await withNotes(running, 'r1');
    const asked = running.labels.asked.length;

    for (const from of [undefined, 'notes'] as const) {
      expect(await settled(document, await requestDraft(document, from))).toMatchObject({
        ...{ state: 'ready', outputs: [], decisions: null },
      });
    }

    expect(running.labels.asked).toHaveLength(asked);
    expect(running.models.asked.at(-1)).not.toHaveProperty('labelled');
  });

  test('and from notes uses whichever of the two exists', async () => {
    const document = await withNotes(running, 'r1');
    running.labels.read = () => labelled(3);

    expect(await settled(document, await requestDraft(document, 'both'))).toMatchObject({
      ...{ noteRefs: ['r1'], outputs: [], decisions: { approved: 3, changed: 0, rejected: 0 } },
    });
    expect(running.models.asked.at(-1)).not.toHaveProperty('labelled');

    const other = await seedDocument(running);
    running.labels.read = () => labelled(0, REJECTED);
    expect(await settled(other, await requestDraft(other, 'both'))).toMatchObject({
      ...{ noteRefs: [], outputs: [{ id: 'o1' }] },
    });
  });

  test('stores none of their texts', async () => {
    const document = await seedDocument(running);
    await settled(document, await requestDraft(document, 'outputs'));

    const { body } = await document.manager.get(`${SUGGESTIONS}?${document.query}`);
    for (const text of ['Text of o1', 'Promise nothing', 'Refund', 'amount']) {
      expect(JSON.stringify(body)).not.toContain(text);
    }
  });
});

describe('no draft is started', () => {
  test.each([
    { from: 'outputs', where: 'nothing was rejected or changed', status: 409, code: 'NO_LABELS' },
    { from: 'both', where: 'no note is queued either', status: 409, code: 'NO_NOTES' },
    { from: 'all', where: 'the source is unknown', status: 400, code: 'VALIDATION_FAILED' },
  ])('from $from if $where', async ({ from, status, code }) => {
    const document = await seedDocument(running);
    running.labels.read = () => labelled(9);

    const answer = await document.manager.post(SUGGESTIONS, { ...document.names, from });

    expect(answer).toMatchObject({ status, body: { code } });
    expect(await suggestionsOf(document)).toEqual([]);
  });

  test('without instructions, a model or the manager role, before review is called', async () => {
    const document = await seedDocument(running);
    const { manager, automation, names, workspaceId } = document;
    const reviewer = await running.person(workspaceId, 'reviewer');
    const body = { ...names, from: 'outputs' };
    const asked = running.labels.asked.length;

    expect(await manager.post(SUGGESTIONS, { ...body, task: 'Other' })).toMatchObject({
      status: 404,
      body: { code: 'NO_INSTRUCTIONS' },
    });
    for (const client of [reviewer, automation]) {
      expect(await client.post(SUGGESTIONS, body)).toMatchObject({ status: 403 });
    }
    running.models.isConfigured = false;
    expect(await manager.post(SUGGESTIONS, body)).toMatchObject({
      status: 409,
      body: { code: 'NO_MODEL_CONFIGURED' },
    });
    expect(running.labels.asked).toHaveLength(asked);
  });

  test('while review is down, which consumes no model call and can be retried', async () => {
    const document = await withNotes(running, 'r1');
    running.labels.read = () => {
      throw new AppError('INTERNAL', 'Broken.');
    };
    // Would be rate limited if it came this far.
    running.registry.modelCallsFreeIn = 7;

    const answer = await document.manager.post(SUGGESTIONS, { ...document.names, from: 'both' });

    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(await suggestionsOf(document)).toEqual([]);
    running.registry.modelCallsFreeIn = null;
    running.labels.read = () => labelled(0, REJECTED);
    expect(await settled(document, await requestDraft(document, 'both'))).toMatchObject({
      state: 'ready',
    });
  });

  test('above the limit of model calls, which links no outputs', async () => {
    const document = await seedDocument(running);
    running.registry.modelCallsFreeIn = 7;

    const answer = await document.manager.post(SUGGESTIONS, { ...document.names, from: 'outputs' });

    expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    const { rows } = await withDatabase(running, (admin) =>
      admin.query('SELECT FROM linked_outputs WHERE workspace_id = $1', [document.workspaceId]),
    );
    expect(rows).toEqual([]);
  });

  test('if a version is saved while outputs of the previous one are read', async () => {
    const document = await seedDocument(running);
    running.labels.read = async () => {
      await saveVersion(document, 'Be quick.');
      return labelled(0, REJECTED);
    };
    running.registry.modelCallsFreeIn = 7;

    const answer = await document.manager.post(SUGGESTIONS, { ...document.names, from: 'outputs' });

    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await suggestionsOf(document)).toEqual([]);
  });
});

describe('an output that is deleted', () => {
  test('is cited without a link by its suggestion', async () => {
    const document = await seedDocument(running);
    await settled(document, await requestDraft(document, 'outputs'));

    await events.remove(document, 'o1');

    expect(await suggestionsOf(document)).toMatchObject([
      {
        changes: [{ outputIds: ['o2'] }],
        outputs: [{ id: null, decision: 'rejected', failedRules: ['No promises'] }, { id: 'o2' }],
      },
    ]);
  });

  test('with the same id in another workspace changes nothing', async () => {
    const document = await seedDocument(running);
    await settled(document, await requestDraft(document, 'outputs'));

    await events.remove(await seedDocument(running), 'o1');

    expect(await suggestionsOf(document)).toMatchObject([{ outputs: CITED }]);
  });

  test('before the draft is started is left out of it', async () => {
    const document = await seedDocument(running);
    running.labels.read = async () => {
      await events.remove(document, 'o1');
      return labelled(7, REJECTED, CHANGED);
    };

    expect(await settled(document, await requestDraft(document, 'outputs'))).toMatchObject({
      outputs: [{ id: 'o2' }],
    });
    expect(JSON.stringify(running.models.asked.at(-1))).not.toContain('Text of o1');
    running.labels.read = () => labelled(7, REJECTED);
    expect(
      await document.manager.post(SUGGESTIONS, { ...document.names, from: 'outputs' }),
    ).toMatchObject({ status: 409, body: { code: 'NO_LABELS' } });
  });
});
