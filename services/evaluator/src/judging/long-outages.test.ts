import { expect, jest, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { PATIENCE_MS, useJudgedEvaluator } from '../../test/judged-evaluator.ts';
import { answering, type AskedJudge, refusing } from '../../test/judge-server.ts';

jest.setTimeout(PATIENCE_MS);

// Leases only expire when a test says so.
const evaluator = useJudgedEvaluator({ leaseMs: PATIENCE_MS, renewEveryMs: PATIENCE_MS });

test('loses no verdict of a judge in an outage longer than a lease', async () => {
  const workspaceId = await evaluator.aJudgedWorkspace({ value: 'It is polite.' });
  const api = await evaluator.api(workspaceId);
  await api.post('/api/rules', { name: 'Away', type: 'llm_judge', value: 'It is short.' });
  const { answerAll, timesJudged } = holdVerdicts();
  const outputs = Array.from({ length: 4 }, () => evaluator.submission(workspaceId));
  await evaluator.send(...outputs);
  for (const output of outputs) await evaluator.askedAbout(output, 2);

  await using outage = await evaluator.database.startOutage();
  answerAll();
  // By then the backoff is so long that the expired leases of some jobs would be freed first.
  await eventually(() =>
    expect(evaluator.warnings.filter(isWaitingForDatabase).length).toBeGreaterThan(16),
  );
  for (const { id } of outputs) await evaluator.change(id, `lease_until = now() - interval '1 s'`);
  await outage.end();

  for (const { id } of outputs) {
    await eventually(async () => {
      expect((await evaluator.jobOf(id)).progress).toContain('"passed"');
    });
  }
  expect(timesJudged()).toBe(outputs.length);
});

test('does not repeat questions in flight after a process slept for longer than a lease', async () => {
  const workspaceId = await evaluator.aJudgedWorkspace({ value: 'It is polite.' });
  const { answerAll } = holdVerdicts();
  const [kept, left] = [evaluator.submission(workspaceId), evaluator.submission(workspaceId)];
  await evaluator.send(kept, left);
  for (const output of [kept, left]) await evaluator.askedAbout(output);

  await evaluator.change(kept.id, `lease_until = now() - interval '1 s'`);
  await evaluator.change(left.id, `owner = 'killed', lease_until = now() - interval '1 s'`);

  await evaluator.askedAbout(left, 2);
  expect(await evaluator.jobOf(kept.id)).toMatchObject({
    attempt: 1,
    owner: expect.any(String),
  });
  answerAll();
  for (const { id } of [kept, left]) {
    expect(await evaluator.resultOf(id)).toMatchObject({ outcome: 'pass' });
  }
});

const isWaitingForDatabase = (warning: string): boolean =>
  warning === 'answers of judges are waiting for an outage to end';

/** Holds all questions until told to answer. Then one rule passes, and the judge of the other is unavailable. */
function holdVerdicts() {
  const { judge } = evaluator;
  const isJudged = ({ body }: AskedJudge): boolean =>
    body.messages.at(-1)?.content.includes('It is polite.') === true;
  let answerAll = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  judge.behave(async (asked, response) => {
    await released;
    await (isJudged(asked) ? answering({ verdict: 'pass' }) : refusing(503))(asked, response);
  });
  return { answerAll, timesJudged: () => judge.asked.filter(isJudged).length };
}
