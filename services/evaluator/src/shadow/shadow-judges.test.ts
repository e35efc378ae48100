import { expect, jest, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { filesOf } from '../../test/files-of-outputs.ts';
import { answering, refusing } from '../../test/judge-server.ts';
import { LEFT_FOR_AN_HOUR, PATIENCE_MS, useJudgedEvaluator } from '../../test/judged-evaluator.ts';

jest.setTimeout(PATIENCE_MS);

// Calls and outages take a while on a slow machine.
const evaluator = useJudgedEvaluator({ callMs: PATIENCE_MS, leaseMs: PATIENCE_MS });

test('retries an unavailable judge for the same time even if no replica tried for an hour', async () => {
  evaluator.judge.behave(refusing(503));
  const workspaceId = await evaluator.aJudgedWorkspace({ mode: 'shadow' });
  const output = evaluator.submission(workspaceId);
  const change = (assignments: string) =>
    evaluator.admin.query(`UPDATE evaluator.shadow_runs SET ${assignments} WHERE output_id = $1`, [
      output.id,
    ]);
  const rescheduled = (attempt: number) =>
    eventually(async () => {
      const { rows } = await evaluator.admin.query(
        `SELECT owner, attempt FROM evaluator.shadow_runs WHERE output_id = $1`,
        [output.id],
      );
      expect(rows).toEqual([{ owner: null, attempt }]);
    }, PATIENCE_MS);
  await evaluator.send(output);
  await rescheduled(1);

  await change(LEFT_FOR_AN_HOUR);
  await rescheduled(2);
  evaluator.judge.behave(answering({ verdict: 'pass' }));
  await change('next_attempt_at = now()');

  expect(await evaluator.shadowOf(output.id)).toMatchObject({
    appliedRules: [{ outcome: 'passed' }],
  });
});

test('keeps answers of shadow judges if the database fails while another judge is unavailable', async () => {
  const workspaceId = await evaluator.aJudgedWorkspace({ mode: 'shadow' });
  const api = await evaluator.api(workspaceId);
  const other = { name: 'Other', type: 'llm_judge', value: 'It is in English.', mode: 'shadow' };
  expect(await api.post('/api/rules', other)).toMatchObject({ status: 201 });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  evaluator.judge.behave(async (asked, response) => {
    await released;
    const isOther = asked.body.messages.at(-1)?.content.includes('in English');
    await (isOther ? answering({ verdict: 'pass' }) : refusing(503))(asked, response);
  });
  const output = evaluator.submission(workspaceId);
  await evaluator.send(output);
  await evaluator.askedAbout(output, 2);

  await using outage = await evaluator.database.startOutage();
  release();
  await eventually(() =>
    expect(evaluator.warnings).toContain('shadow results are waiting for an outage to end'),
  );
  evaluator.judge.behave(answering({ verdict: 'pass' }));
  await outage.end();

  expect(await evaluator.shadowOf(output.id)).toMatchObject({
    appliedRules: [{ outcome: 'passed' }, { outcome: 'passed' }],
  });
  const questions = evaluator.judge.asked.filter(
    ({ material }) => material['output'] === output.content.output,
  );
  expect(questions).toHaveLength(5);
});

test('keeps memory for files of live judges apart from that of shadow judges', async () => {
  const { aFile } = filesOf(() => evaluator);
  const [shadowed, live] = await Promise.all([
    evaluator.aJudgedWorkspace({ mode: 'shadow', judgeFiles: true }),
    evaluator.aJudgedWorkspace({ judgeFiles: true }),
  ]);
  // The maximum size of an image: five fill the memory.
  const image = { bytes: Buffer.alloc(3_750_000), contentType: 'image/png' };
  const outputIn = (workspaceId: string) => {
    const output = evaluator.submission(workspaceId);
    return { ...output, attachments: [aFile(output.id, image)] };
  };
  const held: (() => void)[] = [];
  evaluator.judge.behave(async (asked, response) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await answering({ verdict: 'pass' })(asked, response);
  });
  const outputs = Array.from({ length: 5 }, () => outputIn(shadowed));
  await evaluator.send(...outputs);
  await eventually(async () => {
    const { rows } = await evaluator.admin.query(
      'SELECT FROM evaluator.shadow_runs WHERE workspace_id = $1 AND owner IS NOT NULL',
      [shadowed],
    );
    expect(rows).toHaveLength(5);
    expect(held.length).toBeGreaterThan(1);
  }, PATIENCE_MS);

  const output = outputIn(live);
  await evaluator.send(output);
  await evaluator.askedAbout(output);

  evaluator.judge.behave(answering({ verdict: 'pass' }));
  for (const answer of held) answer();
  for (const { id } of outputs) await evaluator.shadowOf(id);
  expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
});

test('removes the shadow run of a killed process if its rules are gone at the repeat', async () => {
  const [gone, judged] = await Promise.all([
    evaluator.aJudgedWorkspace({ mode: 'off' }),
    evaluator.aJudgedWorkspace(),
  ]);
  const inShadow = { name: 'Short', type: 'max_length', value: '3', mode: 'shadow' };
  expect(await (await evaluator.api(judged)).post('/api/rules', inShadow)).toMatchObject({
    status: 201,
  });
  let answer = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  evaluator.judge.behave(async (asked, response) => {
    await released;
    await answering({ verdict: 'pass' })(asked, response);
  });
  const [left, slow] = [evaluator.submission(gone), evaluator.submission(judged)];
  const waiting = async () => {
    const { rows } = await evaluator.admin.query<{ id: string }>(
      'SELECT output_id AS id FROM evaluator.shadow_runs WHERE workspace_id = ANY ($1)',
      [[gone, judged]],
    );
    return rows.map(({ id }) => id);
  };
  await evaluator.admin.query(
    `INSERT INTO evaluator.shadow_runs (workspace_id, output_id, run, request) VALUES ($1, $2, 1, '{}')`,
    [gone, left.id],
  );
  await evaluator.send(left, slow);
  expect(await evaluator.resultOf(left.id)).toMatchObject({ outcome: 'pass' });
  await evaluator.askedAbout(slow);
  expect(await waiting()).toHaveLength(2);

  await evaluator.admin.query(
    `UPDATE evaluator.shadow_runs SET next_attempt_at = now() - interval '61 minutes'
     WHERE workspace_id = ANY ($1)`,
    [[gone, judged]],
  );

  // A run that waits for a judge of its result is as old, and is kept.
  await eventually(async () => expect(await waiting()).toEqual([slow.id]));
  answer();
  expect(await evaluator.shadowOf(slow.id)).toMatchObject({
    appliedRules: [{ outcome: 'failed' }],
  });
});
