import { expect, test } from '@jest/globals';

import { aPerson, aSubmission, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

// Two of three of these fit into a response.
const BYTES = 700_000;

const ACTION = { name: 'write', summary: 'Write to Ada', params: {} };

/** An output that was corrected that often, with its decisions as GET and a full export return them. */
async function corrected(times: number) {
  const { content } = aSubmission();
  const { workspaceId, id } = await t.submitEvaluated('fail', {
    content: { ...content, action: ACTION },
  });
  const api = await t.as(aPerson(workspaceId, 'admin'));
  for (let n = 0; n < times; n += 1) {
    const body = {
      ...{ decision: 'changed', override: true },
      ...{ correctedOutput: String(n).repeat(BYTES), correctedAction: { params: { n } } },
    };
    expect(await api.patch(`/api/logs/${id}/decision`, body)).toMatchObject({ status: 200 });
  }
  const decisionsAt = async (path: string) => {
    const { body } = await api.get(path);
    return (body as { decisions: Readonly<Record<string, unknown>>[] }).decisions;
  };
  return {
    ...{ api, path: `/api/logs/${id}` },
    told: () => decisionsAt(`/api/logs/${id}`),
    // The workspace has no other output, so the export is one line.
    exported: () => decisionsAt('/api/logs/export?shape=full'),
  };
}

/** The numbers of the decisions that have their texts. */
const withTexts = (decisions: readonly Readonly<Record<string, unknown>>[]): number[] =>
  decisions.flatMap(({ correctedOutput, correctedAction }, n) =>
    correctedOutput === null && correctedAction === null ? [] : [n],
  );

test('only the newest of many decisions have their texts, also in an export', async () => {
  const { told, exported } = await corrected(5);

  const decisions = await told();

  expect(decisions).toHaveLength(5);
  expect(withTexts(decisions)).toEqual([3, 4]);
  expect(decisions.map(({ decision, clearedAt }) => [decision, clearedAt === null])).toEqual(
    [false, false, false, false, true].map((stands) => ['changed', stands]),
  );
  expect((await exported()).map((each) => JSON.stringify(each))).toEqual(
    decisions.map((each) => JSON.stringify(each)),
  );
});

test('decisions that a flag cleared keep their texts as long as they are the newest', async () => {
  const { api, path, told } = await corrected(3);

  await api.patch(`${path}/status`, { status: 'flagged' });

  expect(withTexts(await told())).toEqual([1, 2]);
});
