import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { NotAllowed } from '../src/submit/send-lines.ts';
import { type ProcessContext, submitFile, type SubmitOptions } from '../src/submit/submit-file.ts';
import { type HttpListener, openListener, SETTLED } from './submit-listener.ts';

/** What a proxy answers in place of the service. */
const PAGE = '<!doctype html><title>Sign in</title>';

/** What the service answers of an output that is not there. */
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

describe('the sender, at a door that plays along', () => {
  test('a line is sent once, whatever runs the command again', async () => {
    const first = await submit(['{"output":"a"}', '{"output":"b"}']);
    const again = await submit(['{"output":"a"}', '{"output":"b"}', '{"output":"c"}']);

    expect(first.tally.outputs.size).toBe(2);
    expect(again.tally).toMatchObject({ resumed: 2, bad: [] });
    expect(listener.posted().map((it) => it.output)).toEqual(['a', 'b', 'c']);
  });

  test('without its note the ids are the same, so nothing becomes two outputs', async () => {
    await submit(['{"output":"a"}']);
    await submit(['{"output":"a"}'], { noteDirectory: join(folder, 'elsewhere') });

    const ids = listener.posted().map((it) => it.id);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test('what a restore has lost is sent again, and what was deleted is not', async () => {
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

  test('a line that was deleted is posted again only once, not in every run', async () => {
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

  test('a label is sent again where a restore has lost the decision, and only there', async () => {
    const lines = ['{"id":"a","output":"a","ok":["yes"]}', '{"id":"b","output":"b","ok":["no"]}'];
    await submit(lines, LABELLED);
    const before = listener.decided().length;
    listener.answerOnce('STATUS', SETTLED);
    const rejected = { ...SETTLED.body, humanDecision: 'rejected' };
    listener.answerOnce('STATUS', { status: 200, body: rejected });

    const { tally } = await submit(lines, { ...LABELLED, concurrency: 1 });

    // The first asks whether the token may decide.
    expect(listener.decided().slice(before + 1)).toEqual(['/api/logs/langfuse.a/decision']);
    expect(tally.decided).toEqual({ approved: 1, rejected: 1 });
  });

  test('a label stays away where people cleared it or decided otherwise', async () => {
    const lines = ['{"id":"a","output":"a","ok":["yes"]}', '{"id":"b","output":"b","ok":["no"]}'];
    await submit(lines, LABELLED);
    const before = listener.decided().length;
    listener.answerOnce('STATUS', SETTLED);
    const approved = { ...SETTLED.body, humanDecision: 'approved' };
    listener.answerOnce('STATUS', { status: 200, body: approved });
    const cleared = { decision: 'approved', clearedAt: '2026-03-05T10:00:00.000Z' };
    listener.answerOnce('DETAIL', { status: 200, body: { decisions: [cleared] } });

    const { tally } = await submit(lines, { ...LABELLED, concurrency: 1 });

    // The only one asks whether the token may decide.
    expect(listener.decided().slice(before + 1)).toEqual([]);
    expect([...tally.labels]).toEqual([
      ['langfuse.a', { unlabelled: 'with a decision that was cleared since' }],
      ['langfuse.b', { unlabelled: 'with another decision already' }],
    ]);
  });

  test('an output that cannot be looked at, or is deleted, gets no label', async () => {
    const lines = ['{"id":"a","output":"a","ok":["yes"]}', '{"id":"b","output":"b","ok":["no"]}'];
    await submit(lines, LABELLED);
    const before = listener.decided().length;
    listener.answerOnce('STATUS', SETTLED);
    listener.answerOnce('STATUS', GONE);
    listener.answerOnce('POST', { status: 409, body: { error: 'Gone', code: 'ID_CONFLICT' } });
    listener.answerOnce('DETAIL', { status: 403, body: { error: 'It needs the scope read' } });

    const { tally } = await submit(lines, { ...LABELLED, concurrency: 1 });

    // At the start and after the refusal it asks whether the token may decide.
    const question = '/api/logs/tasks/decision';
    expect(listener.decided().slice(before)).toEqual([question, question]);
    expect([...tally.labels]).toEqual([
      ['langfuse.a', { unlabelled: 'It needs the scope read' }],
      ['langfuse.b', { unlabelled: 'deleted' }],
    ]);
  });

  test('a refusal for the rate makes everybody wait as long as it says, and loses nothing', async () => {
    const refusal = { status: 429, headers: { 'retry-after': '60' }, body: { error: 'Too many' } };
    listener.answerOnce('POST', refusal);

    const { tally, waits } = await submit(['{"output":"a"}', '{"output":"b"}'], { concurrency: 1 });

    expect(waits).toEqual([60_000]);
    expect(tally.outputs.size).toBe(2);
  });

  test('an answer of "not now" is waited out and the line sent again', async () => {
    listener.answerOnce('POST', { status: 503, headers: { 'retry-after': '5' }, body: {} });

    const { tally, waits } = await submit(['{"output":"a"}']);

    expect(waits).toEqual([5_000]);
    expect([...tally.outputs.values()]).toEqual([SETTLED.body]);
  });

  test('bad lines are named with number and reason, and the others go on', async () => {
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

  test('a made-up id that is taken was sent before; a taken id of the file is a bad line', async () => {
    const taken = { status: 409, body: { error: 'Taken', code: 'ID_CONFLICT', fields: {} } };
    listener.answerOnce('POST', taken);
    listener.answerOnce('POST', taken);

    const { tally } = await submit(['{"output":"a"}', '{"id":"mine","output":"b"}'], {
      concurrency: 1,
    });

    expect(tally.outputs.size).toBe(1);
    expect(tally.bad).toEqual([{ number: 2, reason: 'Taken' }]);
  });

  test('a pending output is asked after until it is evaluated', async () => {
    listener.answerOnce('STATUS', { status: 200, body: { status: 'pending', verdict: null } });

    const { tally } = await submit(['{"output":"a"}']);

    expect([...tally.outputs.values()]).toEqual([SETTLED.body]);
  });

  test('an interrupt ends the wait for verdicts, and loses none of the outputs', async () => {
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

  test('an interrupt while lines are sent leaves the others to the next run', async () => {
    const stopping = new AbortController();
    const around = { stopping: stopping.signal, show: () => stopping.abort() };

    const { tally } = await submit(
      ['{"output":"a"}', '{"output":"b"}', '{"output":"c"}'],
      { concurrency: 1 },
      around,
    );

    expect(listener.posted()).toHaveLength(tally.outputs.size);
    expect(tally).toMatchObject({ isCut: true, bad: [] });
  });

  test('a token that is refused ends it at once', async () => {
    listener.answerOnce('VERIFY', { status: 401, body: { error: 'Unknown token' } });

    await expect(submit(['{"output":"a"}'])).rejects.toThrow(NotAllowed);
    expect(listener.posted()).toEqual([]);
  });

  test.each([
    [200, PAGE],
    [404, PAGE],
    [301, ''],
    [200, { ok: true }],
  ])('%i from something else at the URL is not taken for the service', async (status, body) => {
    listener.answerOnce('VERIFY', { status, body });

    const failure = await submit(['{"output":"a"}']).catch((error: unknown) => error);

    expect(failure).not.toBeInstanceOf(NotAllowed);
    expect(failure).toMatchObject({ message: expect.stringContaining('is not the service') });
    expect(listener.posted()).toEqual([]);
  });

  test.each([PAGE, { id: 'other' }])(
    'a line that was answered by 200 and %j is bad, and sent again by the next run',
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

  test.each([200, 404])('a page with %i in place of a verdict deletes nothing', async (status) => {
    listener.answerOnce('STATUS', { status, body: PAGE });

    const { tally } = await submit(['{"output":"a"}']);
    const again = await submit(['{"output":"a"}']);

    expect([...tally.outputs.values()]).toEqual([{ status: 'unknown', verdict: null }]);
    expect([...again.tally.outputs.values()]).toEqual([SETTLED.body]);
  });

  test.each([
    [200, 'HTTP 200 without the ID of the output'],
    [404, 'HTTP 404'],
  ])('a page with %i in place of a decision leaves it to the next run', async (status, reason) => {
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
    [{ token: 'wh test' }, 'no token has'],
    [{ token: 'wh-…' }, 'no token has'],
  ])('%j is refused at once, and not taken for an outage', async (changes, why) => {
    await expect(submit(['{"output":"a"}'], changes)).rejects.toThrow(why);
    expect(listener.posted()).toEqual([]);
  });

  test('a token that may no longer decide ends an import; the next run goes on with the labels', async () => {
    const lines = ['{"id":"a","output":"a","ok":["yes"]}', '{"id":"b","output":"b","ok":["no"]}'];
    listener.answerOnce('DECIDE', GONE);
    // Each asks once more, whether it is the token that may not.
    [...lines, ...lines].forEach(() =>
      listener.answerOnce('DECIDE', { status: 403, body: { error: 'Tokens cannot decide' } }),
    );

    await expect(submit(lines, LABELLED)).rejects.toThrow(NotAllowed);
    const { tally } = await submit(lines, LABELLED);

    expect(listener.posted()).toHaveLength(2);
    expect(tally).toMatchObject({ resumed: 2, decided: { approved: 1, rejected: 1 } });
  });

  test('an output that tokens may not approve is not labelled, and the others are', async () => {
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
  ])('records of one output that say %j, %j and %j give it no label', async (...said) => {
    const lines = said.map((ok, n) => JSON.stringify({ id: 'a', output: 'a', ok, n }));
    listener.answerOnce('DECIDE', GONE);

    const { tally } = await submit(lines, { ...LABELLED, concurrency: 1 });

    expect(tally.decided).toEqual({ approved: 0, rejected: 0 });
    expect([...tally.labels.values()]).toEqual([{ unlabelled: 'with scores that disagree' }]);
  });

  test('fields that the service ignores are named', async () => {
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
