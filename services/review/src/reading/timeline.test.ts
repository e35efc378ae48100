import { expect, test } from '@jest/globals';

import { aToken, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

test('a long timeline shows how the output arrived, then its newest events', async () => {
  const { workspaceId, id } = await t.submitEvaluated('pass');
  await t.sql.query(
    `INSERT INTO timeline (workspace_id, output_id, at, stage, detail)
     SELECT $1, $2, $3::timestamptz + n * interval '1 second', 'edited', n::text
     FROM generate_series(1, 1002) n`,
    [workspaceId, id, t.clock.now()],
  );
  const api = await t.as(aToken(workspaceId));

  const { body } = await api.get(`/api/logs/${id}/timeline`);

  const { events } = body as { events: { stage: string; detail: string | null }[] };
  expect(events.slice(0, 3).map(({ stage }) => stage)).toEqual(['accepted', 'queued', 'evaluated']);
  const edits = events.slice(3).map(({ detail }) => Number(detail));
  expect(edits).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 3));
});
