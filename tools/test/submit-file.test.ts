import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { NotAllowed } from '../src/submit/send-lines.ts';
import { type ProcessContext, submitFile, type SubmitOptions } from '../src/submit/submit-file.ts';
import { type HttpListener, openListener, SETTLED } from './submit-listener.ts';

/** A proxy's answer in place of the service. */
const PAGE = '<!doctype html><title>Sign in</title>';

/** The service's answer for a missing output. */
const GONE = { status: 404, body: { error: 'No such output', code: 'NOT_FOUND' } };

let folder: string;
let listener: HttpListener;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'submit-'));
  listener = await openListener();
});

afterEach(async () => {
  await listener.close();
  await rm(folder, { recursive: true });
});

describe('submitting a file', () => {
  test('sends a line once, even if the command runs again', async () => {
    const first = await submit(['{"output":"a"}', '{"output":"b"}']);
    const again = await submit(['{"output":"a"}', '{"output":"b"}', '{"output":"c"}']);

    expect(first.tally.outputs.size).toBe(2);
    expect(again.tally).toMatchObject({ resumed: 2, bad: [] });
    expect(listener.posted().map((it) => it.output)).toEqual(['a', 'b', 'c']);
  });

  test('uses the same IDs without its note, so that there are no duplicates', async () => {
    await submit(['{"output":"a"}']);
    await submit(['{"output":"a"}'], { noteDirectory: join(folder, 'elsewhere') });

    const ids = listener.posted().map((it) => it.id);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test('sends outputs lost by a restore again, but not deleted ones', async () => {
    const lines = ['{"output":"a"}', '{"output":"b"}', '{"id":"mine","output":"c"}'];
    const taken = { status: 409, body: { error: 'It was deleted', code: 'ID_CONFLICT' } };
    await submit(lines, { concurrency: 1 });
    [GONE, SETTLED, GONE].forEach((answer) => listener.answerOnce('STATUS', answer));
    listener.answerOnce('POST', { status: 202, body: { ok: true, status: 'pending' } });
    listener.answerOnce('POST', taken);

    const { tally } = await submit(lines, { concurrency: 1 });

    const ids = listener.posted().map((it) => it.id);
    expect(ids.slice(lines.length)).toEqual([ids[0], 'mine']);
    expect(tally).toMatchObject({ resumed: 2, bad: [] });
    expect([...tally.outputs.values()].map((it) => it?.status)).toEqual([
      'pass',
      'pass',
      'deleted',
    ]);
  });

  test('posts a deleted line again only once, not in every run', async () => {
    const lines = ['{"output":"a"}'];
    await submit(lines);
    [GONE, GONE].forEach((answer) => listener.answerOnce('STATUS', answer));
    listener.answerOnce('POST', { status: 409, body: { error: 'Gone', code: 'ID_CONFLICT' } });

    await submit(lines);
    const { tally } = await submit(lines);

    expect(listener.posted()).toHaveLength(2);
    expect(tally).toMatchObject({ resumed: 1, bad: [] });
    expect([...tally.outputs.values()].map((it) => it?.status)).toEqual(['deleted']);
  });

  test('sends a label again only if a restore has lost the decision', async () => {
    const lines = ['{"id":"a","output":"a","ok":["yes"]}', '{"id":"b","output":"b","ok":["no"]}'];
    await submit(lines, LABELLED);
    const before = listener.decided().length;
    listener.answerOnce('STATUS', SETTLED);
    const rejected = { ...SETTLED.body, humanDecision: 'rejected' };
    listener.answerOnce('STATUS', { status: 200, body: rejected });

    const { tally } = await submit(lines, { ...LABELLED, concurrency: 1 });

    // The first request checks whether the token may decide.
    expect(listener.decided().slice(before + 1)).toEqual(['/api/logs/langfuse.a/decision']);
    expect(tally.decided).toEqual({ approved: 1, rejected: 1 });
  });

  test('does not label an output if people cleared its decision or decided otherwise', async () => {
    const lines = ['{"id":"a","output":"a","ok":["yes"]}', '{"id":"b","output":"b","ok":["no"]}'];
    await submit(lines, LABELLED);
    const before = listener.decided().length;
    listener.answerOnce('STATUS', SETTLED);
    const approved = { ...SETTLED.body, humanDecision: 'approved' };
    listener.answerOnce('STATUS', { status: 200, body: approved });
    const cleared = { decision: 'approved', clearedAt: '2026-03-05T10:00:00.000Z' };
    listener.answerOnce('DETAIL', { status: 200, body: { decisions: [cleared] } });

    const { tally } = await submit(lines, { ...LABELLED, concurrency: 1 });

    // The only request checks whether the token may decide.
    expect(listener.decided().slice(before + 1)).toEqual([]);
    expect([...tally.labels]).toEqual([
      ['langfuse.a', { unlabelled: 'with a decision that was cleared since' }],
      ['langfuse.b', { unlabelled: 'with another decision already' }],
    ]);
  });

  test('does not label an output that cannot be read or was deleted', async () => {
    const lines = ['{"id":"a","output":"a","ok":["yes"]}', '{"id":"b","output":"b","ok":["no"]}'];
    await submit(lines, LABELLED);
    const before = listener.decided().length;
    listener.answerOnce('STATUS', SETTLED);
    listener.answerOnce('STATUS', GONE);
    listener.answerOnce('POST', { status: 409, body: { error: 'Gone', code: 'ID_CONFLICT' } });
    listener.answerOnce('DETAIL', { status: 403, body: { error: 'It needs the scope read' } });

    const { tally } = await submit(lines, { ...LABELLED, concurrency: 1 });

    // At the start and after the refusal, it checks whether the token may decide.
    const question = '/api/logs/tasks/decision';
    expect(listener.decided().slice(before)).toEqual([question, question]);
    expect([...tally.labels]).toEqual([
      ['langfuse.a', { unlabelled: 'It needs the scope read' }],
      ['langfuse.b', { unlabelled: 'deleted' }],
    ]);
  });

  test('a 429 makes all workers wait for Retry-After, and loses nothing', async () => {
    const refusal = { status: 429, headers: { 'retry-after': '60' }, body: { error: 'Too many' } };
    listener.answerOnce('POST', refusal);

    const { tally, waits } = await submit(['{"output":"a"}', '{"output":"b"}'], { concurrency: 1 });

    expect(waits).toEqual([60_000]);
    expect(tally.outputs.size).toBe(2);
  });

  test('waits after a 503 and sends the line again', async () => {
    listener.answerOnce('POST', { status: 503, headers: { 'retry-after': '5' }, body: {} });

    const { tally, waits } = await submit(['{"output":"a"}']);

    expect(waits).toEqual([5_000]);
    expect([...tally.outputs.values()]).toEqual([SETTLED.body]);
  });

  test('names bad lines with number and reason, and sends the others', async () => {
    const body = { error: 'Bad. See `fields`.', fields: { project: 'is required' } };
    listener.answerOnce('POST', { status: 400, body });
    const fault = { status: 500, body: { error: 'Our fault', code: 'INTERNAL' } };
    [1, 2, 3].forEach(() => listener.answerOnce('POST', fault));

    const lines = ['{"output":"a"}', '', '{oops', '{"output":"b"}', '{"output":"c"}'];
    const { tally, said } = await submit(lines, { concurrency: 1 });

    expect(said.sort()).toEqual([
      'line 1: Bad. project: is required',
      expect.stringMatching(/^line 3: not JSON: /),
      'line 4: Our fault',
    ]);
    expect(tally.outputs.size).toBe(1);
  });

  test('a taken derived ID counts as sent before, but a taken ID of the file is a bad line', async () => {
    const taken = { status: 409, body: { error: 'Taken', code: 'ID_CONFLICT', fields: {} } };
    listener.answerOnce('POST', taken);
    listener.answerOnce('POST', taken);

    const { tally } = await submit(['{"output":"a"}', '{"id":"mine","output":"b"}'], {
      concurrency: 1,
    });

    expect(tally.outputs.size).toBe(1);
    expect(tally.bad).toEqual([{ number: 2, reason: 'Taken' }]);
  });

  test('polls a pending output until it is evaluated', async () => {
    listener.answerOnce('STATUS', { status: 200, body: { status: 'pending', verdict: null } });

    const { tally } = await submit(['{"output":"a"}']);

    expect([...tally.outputs.values()]).toEqual([SETTLED.body]);
  });

  test('an interrupt ends the wait for verdicts, and loses no outputs', async () => {
    listener.answerAlways('STATUS', { status: 200, body: { status: 'pending', verdict: null } });
    const stopping = new AbortController();
    const show: ProcessContext['progress']['show'] = ({ outputs }) => {
      if ([...outputs.values()].some((it) => it?.status === 'pending')) stopping.abort();
    };
    const lines = ['{"output":"a"}', '{"output":"b"}'];

    const { tally } = await submit(lines, { concurrency: 1 }, { stopping: stopping.signal, show });

    expect([...tally.outputs.values()].map((it) => it?.status)).toEqual(['pending', undefined]);
    expect(tally.isCut).toBe(false);
  });

  test('an interrupt while lines are sent leaves the rest to the next run', async () => {
    const stopping = new AbortController();
    const around = { stopping: stopping.signal, show: () => stopping.abort() };

    const { tally } = await submit(
      ['{"output":"a"}', '{"output":"b"}', '{"output":"c"}'],
      { concurrency: 1 },
      around,
    );

    expect(listener.posted()).toHaveLength(1);
    expect(tally).toMatchObject({ outputs: { size: 1 }, isCut: true, bad: [] });
  });

  test('a refused token ends the run at once', async () => {
    listener.answerOnce('VERIFY', { status: 401, body: { error: 'Unknown token' } });

    await expect(submit(['{"output":"a"}'])).rejects.toThrow(NotAllowed);
    expect(listener.posted()).toEqual([]);
  });

  test.each([
    [200, PAGE],
    [404, PAGE],
    [301, ''],
    [200, { ok: true }],
  ])('reports that a %i at the URL is not from the service', async (status, body) => {
    listener.answerOnce('VERIFY', { status, body });

    const failure = await submit(['{"output":"a"}']).catch((error: unknown) => error);

    expect(failure).not.toBeInstanceOf(NotAllowed);
    expect(failure).toMatchObject({ message: expect.stringContaining('is not the service') });
    expect(listener.posted()).toEqual([]);
  });

  test.each([PAGE, { id: 'other' }])(
    'reports a line answered by 200 and %j as bad, and sends it again in the next run',
    async (body) => {
      listener.answerOnce('POST', { status: 200, body });

      const { tally } = await submit(['{"output":"a"}']);
      const again = await submit(['{"output":"a"}']);

      const reason = expect.stringContaining('HTTP 200 without the ID of the output');
      expect(tally.bad).toEqual([{ number: 1, reason }]);
      expect(tally.outputs.size).toBe(0);
      expect(again.tally).toMatchObject({ resumed: 0, bad: [] });
      expect(listener.posted()).toHaveLength(2);
    },
  );

  test.each([200, 404])('a page with %i instead of a verdict deletes nothing', async (status) => {
    listener.answerOnce('STATUS', { status, body: PAGE });

    const { tally } = await submit(['{"output":"a"}']);
    const again = await submit(['{"output":"a"}']);

    expect([...tally.outputs.values()]).toEqual([{ status: 'unknown', verdict: null }]);
    expect([...again.tally.outputs.values()]).toEqual([SETTLED.body]);
  });

  test.each([
    [200, 'HTTP 200 without the ID of the output'],
    [404, 'HTTP 404'],
  ])('a page with %i instead of a decision keeps the label open', async (status, reason) => {
    const lines = ['{"id":"a","output":"a","ok":["yes"]}'];
    listener.answerOnce('DECIDE', GONE);
    listener.answerOnce('DECIDE', { status, body: PAGE });

    const { tally } = await submit(lines, LABELLED);
    const again = await submit(lines, LABELLED);

    const unlabelled = expect.stringContaining(reason);
    expect([...tally.labels.values()]).toEqual([{ unlabelled, isOpen: true }]);
    expect(tally.decided.approved).toBe(0);
    expect(again.tally.decided.approved).toBe(1);
  });

  test.each([
    [{ url: 'localhost:8080' }, 'begin with https:// or http://'],
    [{ url: 'review.example.com' }, 'begin with https:// or http://'],
    [{ token: '' }, 'token is empty'],
    [{ token: 'wh test' }, 'invalid characters'],
    [{ token: 'wh-…' }, 'invalid characters'],
  ])('refuses %j at once instead of treating it as an outage', async (changes, why) => {
    await expect(submit(['{"output":"a"}'], changes)).rejects.toThrow(why);
    expect(listener.posted()).toEqual([]);
  });

  test('a token that may no longer decide ends an import, and the next run continues with the labels', async () => {
    const lines = ['{"id":"a","output":"a","ok":["yes"]}', '{"id":"b","output":"b","ok":["no"]}'];
    listener.answerOnce('DECIDE', GONE);
    // Each worker checks again whether the token may decide.
    [...lines, ...lines].forEach(() =>
      listener.answerOnce('DECIDE', { status: 403, body: { error: 'Tokens cannot decide' } }),
    );

    await expect(submit(lines, LABELLED)).rejects.toThrow(NotAllowed);
    const { tally } = await submit(lines, LABELLED);

    expect(listener.posted()).toHaveLength(2);
    expect(tally).toMatchObject({ resumed: 2, decided: { approved: 1, rejected: 1 } });
  });

  test('does not label an output that tokens may not approve, but labels the others', async () => {
    const lines = ['{"id":"a","output":"a","ok":["yes"]}', '{"id":"b","output":"b","ok":["no"]}'];
    listener.answerOnce('DECIDE', GONE);
    listener.answerOnce('DECIDE', { status: 403, body: { error: 'It needs several people' } });
    listener.answerOnce('DECIDE', GONE);

    const { tally } = await submit(lines, { ...LABELLED, concurrency: 1 });

    expect(tally.decided).toEqual({ approved: 0, rejected: 1 });
    expect([...tally.labels]).toEqual([['langfuse.a', { unlabelled: 'It needs several people' }]]);
  });

  test.each([
    [['yes'], ['no'], ['yes']],
    [['no'], ['yes', 'no'], ['no']],
  ])('records of one output with %j, %j and %j give it no label', async (...said) => {
    const lines = said.map((ok, n) => JSON.stringify({ id: 'a', output: 'a', ok, n }));
    listener.answerOnce('DECIDE', GONE);

    const { tally } = await submit(lines, { ...LABELLED, concurrency: 1 });

    expect(tally.decided).toEqual({ approved: 0, rejected: 0 });
    expect([...tally.labels.values()]).toEqual([{ unlabelled: 'with scores that disagree' }]);
  });

  test('names the fields that the service ignores', async () => {
    listener.answerOnce('POST', {
      status: 202,
      headers: { 'x-ignored-fields': 'reviewerScores, extra' },
      body: { ok: true },
    });

    const { tally } = await submit(['{"output":"a"}']);

    expect([...tally.ignoredFields]).toEqual(['reviewerScores', 'extra']);
  });
});

const LABELLED = {
  import: {
    ...{ from: 'langfuse' as const, project: undefined, task: undefined },
    labels: { title: 'Langfuse', names: ['ok'], good: ['yes'], bad: ['no'], goodFrom: null },
  },
};

async function submit(
  lines: string[],
  changes: Partial<SubmitOptions> = {},
  {
    stopping,
    show = () => {},
  }: { stopping?: AbortSignal; show?: ProcessContext['progress']['show'] } = {},
) {
  const file = join(folder, 'outputs.jsonl');
  await writeFile(file, lines.join('\n'));
  const said: string[] = [];
  const waits: number[] = [];
  const never = new AbortController().signal;
  const tally = await submitFile(
    {
      file,
      url: listener.url,
      token: 'wh-test',
      isSync: false,
      concurrency: 4,
      batch: 'first',
      waitMsMax: 10_000,
      noteDirectory: join(folder, 'notes'),
      ...changes,
    },
    {
      progress: {
        show,
        showWait: () => {},
        say: (text) => said.push(text),
        end: () => {},
      },
      stopping: stopping ?? never,
      signal: never,
      wait: async (ms) => {
        waits.push(ms);
      },
    },
  );
  return { tally, said, waits };
}
