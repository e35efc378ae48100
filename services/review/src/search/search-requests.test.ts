import { newId } from '@output-review/runtime';
import { expect, test } from '@jest/globals';

import { aSubmission, aToken, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

/** A well-formed cursor with a time that no search has written. */
function cursorAt(time: string): string {
  const parts = JSON.stringify(['timestamp', 'desc', time, 'an-output']);
  return Buffer.from(encodeURIComponent(parts)).toString('base64url');
}

test.each([
  ['page=0', 'page'],
  ['limit=101', 'limit'],
  ['limit=x', 'limit'],
  ['sortBy=;drop', 'sortBy'],
  ['sortDir=up', 'sortDir'],
  ['status=done', 'status'],
  ['pending=maybe', 'pending'],
  ['from=yesterday', 'from'],
  ['from=2026-01-02&to=2026-01-01', 'from'],
  ['from=0000-01-01', 'from'],
  ['to=9999-12-31T23:59:59-14:00', 'to'],
  ['page=1001&limit=100', 'page'],
  ['cursor=garbage', 'cursor'],
  [`cursor=${cursorAt('+275760-09-13T00:00:00.000Z')}`, 'cursor'],
  [`cursor=${cursorAt('0000-12-31T00:00:00.000Z')}`, 'cursor'],
  [`cursor=${cursorAt('1 (a comment)')}`, 'cursor'],
  ['fields=id,nothing', 'fields'],
  ['instructionsVersion=0', 'instructionsVersion'],
  ['q=%00', 'q'],
])('%s is refused with the field', async (query, field) => {
  const api = await t.as(aToken(newId()));
  const answer = await api.get(`/api/logs?${query}`);
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(Object.keys((answer.body as { fields: object }).fields)).toContain(field);
});

test.each([
  'page=&limit=',
  'fields=,',
  'tags=,',
  'to=9999-12-31',
  'from=9999-12-31T12:00',
  'to=0001-01-01T12:00',
])('%s is a valid search', async (query) => {
  const api = await t.as(aToken(newId()));
  const answer = await api.get(`/api/logs?${query}`);
  expect(answer).toMatchObject({ status: 200, body: { page: 1, limit: 50, total: 0 } });
});

test('a tag with surrounding whitespace is found as written, and commas may have whitespace', async () => {
  const workspaceId = newId();
  const api = await t.as(aToken(workspaceId));
  const tagged = (id: string, tags: string[]) => aSubmission({ workspaceId, id, tags });
  await t.submit(tagged('padded', [' vip ', 'new']), tagged('plain', ['vip', 'new']));
  const found = async (tags: string) => {
    const { body } = await api.get(`/api/logs?tags=${encodeURIComponent(tags)}`);
    return (body as { executions: { id: string }[] }).executions.map(({ id }) => id).sort();
  };

  expect(await found(' vip ')).toEqual(['padded', 'plain']);
  expect(await found('new, vip ')).toEqual(['padded', 'plain']);
  expect(await found('new , vip')).toEqual(['plain']);
  expect(await found('vip')).toEqual(['plain']);
});
