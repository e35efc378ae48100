import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FileData } from '@output-review/contracts';

import { filesIn, filesOf, IMAGE } from '../../test/files-of-outputs.ts';
import { PATIENCE_MS, useJudgedEvaluator } from '../../test/judged-evaluator.ts';
import { answering, refusing } from '../../test/judge-server.ts';

jest.setTimeout(PATIENCE_MS);

const evaluator = useJudgedEvaluator();

beforeEach(() => {
  evaluator.judge.behave(answering({ verdict: 'pass' }));
  evaluator.peers.isMediaAway = false;
});

const { aFile, judge } = filesOf(() => evaluator);

describe('an output that consists only of files', () => {
  const judgeFilesOf = (
    filesOf: (id: string) => FileData[],
    rule: Readonly<Record<string, unknown>> = { judgeFiles: true },
  ) => judge(filesOf, { rule, content: { output: null } });
  const anImage = (id: string): FileData =>
    aFile(id, { bytes: IMAGE, filename: 'chart.png', contentType: 'image/png' });
  const aRecording = (id: string): FileData =>
    aFile(id, { bytes: null, filename: 'talk.mp3', contentType: 'audio/mpeg' });

  test('is judged by them if the rule asks for files', async () => {
    evaluator.judge.behave(answering({ verdict: 'fail', explanation: 'It is rude.' }));

    const { answer, asked } = await judgeFilesOf((id) => [
      aFile(id, { bytes: Buffer.from('Dear Sir') }),
    ]);

    expect(answer.body).toMatchObject({ outcome: 'fail', appliedRules: [{ outcome: 'failed' }] });
    expect(filesIn(asked)).toEqual([expect.objectContaining({ text: 'Dear Sir' })]);
  });

  test.each([
    ['if the rule asks for none', {}, anImage],
    ['if none can be shown', { judgeFiles: true }, aRecording],
    [
      'if only what the AI received can be shown',
      { judgeFiles: true },
      (id: string) => ({ ...anImage(id), role: 'input' as const }),
    ],
  ])('has nothing to read %s', async (_, rule, fileOf) => {
    const { answer, asked } = await judgeFilesOf((id) => [aRecording(id), fileOf(id)], rule);

    expect(asked).toEqual([]);
    expect(answer.body).toMatchObject({ outcome: 'error', appliedRules: [{ outcome: 'skipped' }] });
  });

  test.each([
    ['its files are gone', (id: string) => ({ ...anImage(id), key: `w/${id}/gone.png` })],
    ['the model accepts no images', anImage],
  ])('is an error and never passes if %s', async (_, fileOf) => {
    evaluator.judge.behave((asked, response) =>
      (asked.images.length > 0 ? refusing(400) : answering({ verdict: 'pass' }))(asked, response),
    );

    const { answer } = await judgeFilesOf((id) => [fileOf(id)]);

    expect(answer.body).toMatchObject({ outcome: 'error', appliedRules: [{ outcome: 'error' }] });
  });
});

describe('a dry run of a rule on a stored output', () => {
  const rule = { name: 'Tone', type: 'llm_judge', value: 'It is polite.', judgeFiles: true };
  const tryOn = async (
    content: Readonly<Record<string, unknown>>,
    given: Readonly<Record<string, unknown>> = {},
  ) => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const output = evaluator.submission(workspaceId);
    const { id } = output;
    const attachments = [aFile(id, { bytes: Buffer.from('Dear Sir') })];
    evaluator.peers.outputs.set(id, {
      ...{ projectId: 'p', taskId: null, attachments },
      content: { ...output.content, ...content },
    });
    const api = await evaluator.api(workspaceId);
    return api.post('/api/rules/evaluate', { rule, logId: id, ...given });
  };

  test.each([
    ['its text and its files', {}],
    ['its files alone', { output: null }],
  ])('shows the judge %s, and applies no other rule', async (_, content) => {
    const answer = await tryOn(content);

    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'pass', appliedRules: [{ ruleId: null, ruleName: 'Tone' }] },
    });
    expect((answer.body as { appliedRules: unknown[] }).appliedRules).toHaveLength(1);
    expect(filesIn(evaluator.judge.asked.slice(-1))).toEqual([
      expect.objectContaining({ text: 'Dear Sir' }),
    ]);
  });

  test('shows no files if the rule does not ask for them', async () => {
    const answer = await tryOn({}, { rule: { ...rule, judgeFiles: false } });

    expect(answer).toMatchObject({ status: 200, body: { status: 'pass' } });
    expect(filesIn(evaluator.judge.asked.slice(-1))).toBeUndefined();
  });

  test('rejects a text or project in addition, and an output that does not exist', async () => {
    const before = evaluator.judge.asked.length;

    expect(await tryOn({}, { output: 'Another' })).toMatchObject({
      ...{ status: 400, body: { fields: { output: expect.any(String) } } },
    });
    expect(await tryOn({}, { project: 'p' })).toMatchObject({
      ...{ status: 400, body: { fields: { project: expect.any(String) } } },
    });
    expect(await tryOn({}, { logId: 'nothing' })).toMatchObject({ status: 404 });
    expect(evaluator.judge.asked).toHaveLength(before);
  });
});
