import { expect, test } from '@jest/globals';
import type {
  FileData,
  OutputsReevaluationRequested,
  OutputsSubmitted,
} from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { anEvaluation, aPerson, aSubmission, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

function filesOf(workspaceId: string, id: string): [FileData, FileData] {
  return [
    {
      ...{ role: 'input', key: `${workspaceId}/${id}/0-mail.txt`, filename: 'the mail.txt' },
      ...{ contentType: 'text/plain', sizeBytes: 1_200, label: null },
    },
    {
      ...{ role: 'output', key: `${workspaceId}/${id}/1-chart.png`, filename: 'chart.png' },
      ...{ contentType: 'image/png', sizeBytes: 34, label: 'the chart' },
    },
  ];
}

async function anOutputWithFiles(given: Partial<OutputsSubmitted> = {}) {
  const [workspaceId, id] = [newId(), newId()];
  const attachments = filesOf(workspaceId, id);
  const output = aSubmission({ workspaceId, id, attachments, ...given });
  await t.submit(output);
  await t.evaluate(anEvaluation(output, { outcome: 'fail' }));
  const api = await t.as(aPerson(workspaceId));
  return { output, files: attachments, api, path: `/api/logs/${id}` };
}

const shown = (files: readonly FileData[]) =>
  files.map((file) => ({ ...file, url: `/api/media/${file.key}` }));

test('an output lists its files in order with their paths and total size', async () => {
  const { api, path, files } = await anOutputWithFiles();

  const { body } = await api.get(path);

  expect(body).toMatchObject({ attachments: shown(files), mediaBytes: 1_234 });
});

test('an output without files lists none, and a duplicate event changes no label', async () => {
  const without = aSubmission();
  await t.submit(without);
  const theirs = await t.as(aPerson(without.workspaceId));
  const { api, path, output, files } = await anOutputWithFiles();
  await api.patch(path, { attachments: [{ key: files[0].key, label: 'kept' }] });

  await t.submit(output);

  const { body } = await theirs.get(`/api/logs/${without.id}`);
  expect(body).toMatchObject({ attachments: [], mediaBytes: 0 });
  expect((await api.get(path)).body).toMatchObject({ attachments: [{ label: 'kept' }, {}] });
});

test('a submission that completes the row of an earlier result brings its files', async () => {
  const [workspaceId, id] = [newId(), newId()];
  const output = aSubmission({ workspaceId, id, attachments: filesOf(workspaceId, id) });
  await t.evaluate(anEvaluation(output));
  await t.submit(output);
  const api = await t.as(aPerson(workspaceId));

  expect((await api.get(`/api/logs/${id}`)).body).toMatchObject({
    attachments: shown(filesOf(workspaceId, id)),
  });
});

test('files of the output, and only these, are labelled by key, path or URL', async () => {
  const { api, path, files } = await anOutputWithFiles();
  const [first, second] = files;

  const labelled = await api.patch(path, {
    attachments: [
      { key: `https://review.example/api/media/${first.key}`, label: 'the mail' },
      { key: second.key, label: '' },
    ],
  });
  const foreign = await api.patch(path, {
    attachments: [
      { key: first.key, label: 'never' },
      { key: `/api/media/${first.key}x`, label: 'never' },
    ],
    tags: ['never'],
  });

  expect(labelled.body).toMatchObject({
    attachments: [{ label: 'the mail' }, { label: null }],
    mediaBytes: 1_234,
  });
  expect(foreign).toMatchObject({
    status: 400,
    body: { fields: { 'attachments.1.key': 'Must be a file of this output.' } },
  });
  expect((await api.get(path)).body).toEqual(labelled.body);
  const { body } = await api.get(`${path}/timeline`);
  expect(body).toMatchObject({
    events: expect.arrayContaining([
      expect.objectContaining({ stage: 'edited', detail: 'attachments' }),
    ]),
  });
});

test('a new evaluation gets the files with their current labels', async () => {
  const { api, path, output, files } = await anOutputWithFiles();
  const without = await anOutputWithFiles({ attachments: [] });
  await api.patch(path, { attachments: [{ key: files[0].key, label: 'new' }] });

  await api.post(`${path}/evaluate`);
  await without.api.post(`${without.path}/evaluate`);

  const requests = await eventually(() => {
    const found = [output.id, without.output.id].map((id) => requestOf(id));
    expect(found).not.toContain(undefined);
    return Promise.resolve(found);
  });
  expect(requests[0]?.attachments).toEqual([{ ...files[0], label: 'new' }, files[1]]);
  expect(requests[1]).not.toHaveProperty('attachments');
});

function requestOf(id: string): OutputsReevaluationRequested | undefined {
  return t.published
    .filter(({ topic }) => topic === 'outputs.reevaluation_requested')
    .map(({ json }) => JSON.parse(json) as OutputsReevaluationRequested)
    .find((request) => request.id === id);
}

test('deleting an output removes everything about its files', async () => {
  const { api, path, output } = await anOutputWithFiles();

  await api.delete(path);
  await t.submit(output);

  expect((await api.get(path)).status).toBe(404);
  const { rows } = await t.sql.query('SELECT FROM output_bodies WHERE id = $1', [output.id]);
  expect(rows).toEqual([]);
});
