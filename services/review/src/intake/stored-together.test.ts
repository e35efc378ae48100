import { describe, expect, test } from '@jest/globals';
import type { OutputsSubmitted } from '@output-review/contracts';

import { anEvaluation, aSubmission, aToken, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

type Evaluation = ReturnType<typeof anEvaluation>;

const sendTogether = (submissions: OutputsSubmitted[], results: Evaluation[]) =>
  Promise.all([t.submit(...submissions), t.evaluate(...results)]);

/** Allowed by the contract, but the database refuses it. */
const REFUSED_TEXT = 'a\u0000b';
const UNREADABLE = 'The result of the evaluation could not be read.';

async function statusOf({ workspaceId, id }: OutputsSubmitted): Promise<unknown> {
  const api = await t.as(aToken(workspaceId));
  return (await api.get(`/api/logs/${id}/status`)).body;
}

/** The topics and keys of dead letters. */
async function deadLettersOf(workspaceId: string): Promise<unknown[]> {
  const { rows } = await t.sql.query(
    'SELECT topic, key FROM dead_letters WHERE key LIKE $1 ORDER BY 1, 2',
    [`${workspaceId}/%`],
  );
  return rows;
}

const threeOfOneWorkspace = (): [OutputsSubmitted, OutputsSubmitted, OutputsSubmitted] => {
  const first = aSubmission();
  const { workspaceId } = first;
  return [first, aSubmission({ workspaceId }), aSubmission({ workspaceId })];
};

describe('outputs that arrive together with their results', () => {
  test('are not refused because of a poison result', async () => {
    const output = aSubmission();
    await sendTogether([output], [anEvaluation(output, { explanation: REFUSED_TEXT })]);

    expect(await statusOf(output)).toMatchObject({ status: 'error', explanation: UNREADABLE });
    expect(await deadLettersOf(output.workspaceId)).toEqual([
      { topic: 'outputs.evaluated', key: `${output.workspaceId}/${output.id}` },
    ]);
  });

  test('keep their results if that of another is poison', async () => {
    const [first, second, third] = threeOfOneWorkspace();
    await sendTogether(
      [first, second, third],
      [
        anEvaluation(first),
        anEvaluation(second, { explanation: REFUSED_TEXT }),
        anEvaluation(third, { outcome: 'fail' }),
      ],
    );

    expect(await statusOf(first)).toMatchObject({ status: 'pass' });
    expect(await statusOf(second)).toMatchObject({ status: 'error', explanation: UNREADABLE });
    expect(await statusOf(third)).toMatchObject({ status: 'flagged', verdict: 'fail' });
    expect(await deadLettersOf(first.workspaceId)).toEqual([
      { topic: 'outputs.evaluated', key: `${second.workspaceId}/${second.id}` },
    ]);
  });

  test('keep their results if a submission is poison', async () => {
    const [first, second, third] = threeOfOneWorkspace();
    const poison = { ...second, content: { ...second.content, output: REFUSED_TEXT } };
    await sendTogether(
      [first, poison, third],
      [first, second, third].map((output) => anEvaluation(output, { outcome: 'fail' })),
    );

    expect(await statusOf(first)).toMatchObject({ status: 'flagged', verdict: 'fail' });
    expect(await statusOf(second)).toMatchObject({ status: 'error' });
    expect(await statusOf(third)).toMatchObject({ status: 'flagged', verdict: 'fail' });
    expect(await deadLettersOf(first.workspaceId)).toEqual([
      { topic: 'outputs.submitted', key: `${second.workspaceId}/${second.id}` },
    ]);
  });

  test('use the first of duplicates', async () => {
    const output = aSubmission();
    const other = { ...output, content: { ...output.content, output: 'another text' } };
    await sendTogether(
      [output, other],
      [anEvaluation(output), anEvaluation(output, { outcome: 'fail' })],
    );
    await sendTogether([other], [anEvaluation(output, { outcome: 'error' })]);

    const api = await t.as(aToken(output.workspaceId));
    expect((await api.get(`/api/logs/${output.id}`)).body).toMatchObject({
      ...{ status: 'pass', output: output.content.output },
    });
    expect((await api.get('/api/logs')).body).toMatchObject({ total: 1 });
  });

  test('survive an outage of the database without dead letters', async () => {
    const outputs = threeOfOneWorkspace();
    await using outage = await t.database.startOutage();
    const sent = sendTogether(
      outputs,
      outputs.map((output) => anEvaluation(output)),
    );
    await outage.end();
    await sent;

    for (const output of outputs) expect(await statusOf(output)).toMatchObject({ status: 'pass' });
    expect(await deadLettersOf(outputs[0].workspaceId)).toEqual([]);
  });
});
