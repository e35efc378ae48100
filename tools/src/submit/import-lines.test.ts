import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { CannotLabel, checkLabels, importLines, type ImportOptions } from './import-lines.ts';
import { BAD_VALUES, GOOD_VALUES, type LabelRules } from './labels.pure.ts';
import type { LineOptions, OutputLine } from './output-line.ts';
import type { SourceName } from './sources/sources.ts';

const EXPORTS = join(import.meta.dirname, '../../test/exports');

describe('Langfuse', () => {
  test('imports observations as outputs, field by field', async () => {
    const { lines } = await read('langfuse-observations.jsonl', 'langfuse');

    expect(lines[0]).toMatchObject({
      number: 1,
      id: 'langfuse.0f1e2d3c4b5a6978',
      body: {
        id: 'langfuse.0f1e2d3c4b5a6978',
        project: 'Langfuse',
        task: 'answer-question',
        output: 'It arrives tomorrow.',
        input: expect.stringContaining('Where is order 1234?'),
        model: 'gpt-4o-mini',
        latencyMs: 1500,
        costUsd: 0.000009,
        timestamp: '2026-08-20T09:15:02.120Z',
        actorId: 'user-17',
        tags: ['shop', 'orders', 'imported:langfuse'],
        metadata: {
          traceId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
          type: 'GENERATION',
          environment: 'production',
          promptName: 'support',
          promptVersion: 3,
          resourceAttributes: { 'service.name': 'shop' },
        },
      },
    });
  });

  test('skips records without an output, and keeps JSON as JSON for rules on fields', async () => {
    const { lines, skipped } = await read('langfuse-observations.jsonl', 'langfuse');

    expect(skipped).toBe(1);
    expect(lines[2]!.body.output).toBe('{"status":"unknown","next":"ask"}');
  });

  test('keeps line breaks of CSV traces, removes commas from tags, and replaces invalid IDs', async () => {
    const { lines } = await read('langfuse-traces.csv', 'langfuse');

    expect(lines.map(({ number }) => number)).toEqual([2, 4]);
    expect(lines[0]!.body).toMatchObject({
      id: 'langfuse.5d0e6a0f-trace-1',
      output: 'It left today,\nand arrives tomorrow.',
      sessionId: 'session-4',
      tags: ['shop', 'a  b', 'imported:langfuse'],
      metadata: { release: 'v1.2', channel: 'web' },
    });
    expect(lines[1]!.id).toMatch(/^langfuse\.[0-9a-f]{32}$/);
    expect(lines[1]!.body.output).toBe('He said "no".');
  });

  test('imports score columns as labels', async () => {
    const { lines } = await read(
      'langfuse-observations.jsonl',
      'langfuse',
      labelled('correctness'),
    );

    expect(lines.map(({ label }) => label)).toEqual([
      { decision: 'approved', comment: 'Imported from Test: correctness = correct.' },
      { decision: 'rejected', comment: 'Imported from Test: correctness = incorrect.' },
      { unlabelled: 'without a score' },
    ]);
  });
});

describe('LangSmith', () => {
  test('imports runs of the SDK as outputs', async () => {
    const { lines, skipped } = await read('langsmith-runs.jsonl', 'langsmith');

    expect(skipped).toBe(1);
    expect(lines.map(({ body }) => body.output)).toEqual([
      'Yes, within 30 days.',
      'We promise a refund.',
      'No.',
    ]);
    expect(lines[0]!.body).toMatchObject({
      id: 'langsmith.11111111-1111-4111-8111-111111111111',
      task: 'support_agent',
      input: '{"question":"Can I return shoes?"}',
      model: 'claude-sonnet-4',
      latencyMs: 2250,
      costUsd: 0.00042,
      timestamp: '2026-07-01T12:00:00.000Z',
      sessionId: 'thread-9',
      actorId: 'u-3',
      tags: ['prod', 'imported:langsmith'],
      metadata: { runType: 'chain', revision_id: 'r1' },
    });
  });

  test('imports runs of the command-line tool in the same way', async () => {
    const { lines } = await read('langsmith-cli.jsonl', 'langsmith');

    expect(lines[0]!.body).toMatchObject({
      id: 'langsmith.55555555-5555-4555-8555-555555555555',
      output: 'Hi.',
      input: 'Hello',
      latencyMs: 2250,
      costUsd: 0.00042,
      sessionId: 's-1',
    });
  });

  test('imports aggregated feedback as a label if all of it agrees', async () => {
    const { lines } = await read('langsmith-runs.jsonl', 'langsmith', labelled('correctness'));

    expect(lines.map(({ label }) => label)).toEqual([
      expect.objectContaining({ decision: 'approved' }),
      { unlabelled: 'with scores that disagree' },
      { unlabelled: 'without a score' },
    ]);
  });

  test('imports scores of a CSV experiment as numbers', async () => {
    const rules = { ...labelled('correctness').labels, goodFrom: 0.5 };
    const { lines } = await read('langsmith-experiment.csv', 'langsmith', { labels: rules });

    expect(lines[0]!.body).toMatchObject({ output: 'Yes, within 30 days.', latencyMs: 1250 });
    expect(lines.map(({ label }) => label)).toMatchObject([
      { decision: 'approved' },
      { decision: 'rejected' },
    ]);
  });

  test('imports words and booleans of an experiment as scores', async () => {
    const rules = { ...labelled(null).labels, goodFrom: 0.5 };
    const { lines, bad } = await read('langsmith-words.csv', 'langsmith', { labels: rules });

    expect(bad).toEqual([]);
    expect(lines.map(({ label }) => label)).toMatchObject([
      { decision: 'approved', comment: 'Imported from Test: correctness = correct, exact = True.' },
      { decision: 'rejected' },
      { decision: 'approved', comment: 'Imported from Test: exact = 0.5.' },
    ]);
  });

  test('derives the IDs of dataset examples from their content', async () => {
    const { lines } = await read('langsmith-dataset.json', 'langsmith');
    const again = await read('langsmith-dataset.json', 'langsmith');

    expect(lines.map(({ number, body }) => [number, body.output])).toEqual([
      [1, '{"answer":"Yes, within 30 days."}'],
      [2, '{"answer":"Also.","sources":["faq"]}'],
    ]);
    expect(lines[0]!.id).toMatch(/^langsmith\.[0-9a-f]{32}$/);
    expect(again.lines.map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
  });
});

describe('Phoenix', () => {
  test('imports rows of a dataframe as outputs', async () => {
    const { lines } = await read('phoenix-annotated.jsonl', 'phoenix');

    expect(lines[0]!.body).toMatchObject({
      id: 'phoenix.aaaaaaaaaaaaaaaa',
      task: 'ChatCompletion',
      output: 'Paris.',
      input: 'Capital of France?',
      model: 'gpt-4o-mini',
      latencyMs: 1500,
      costUsd: 0.00003,
      timestamp: '2025-08-20T09:15:02.000Z',
      sessionId: 's-77',
      actorId: 'u-5',
      tags: ['geo', 'imported:phoenix'],
      metadata: { spanKind: 'LLM', statusCode: 'OK', tier: 'pro' },
    });
    expect(lines.at(-1)!.body.output).toBe('Lima.');
  });

  test('imports spans of the REST API and of CSV as outputs', async () => {
    const rest = await read('phoenix-rest.jsonl', 'phoenix');
    const csv = await read('phoenix-spans.csv', 'phoenix');

    expect(rest.lines[0]!.body).toMatchObject({
      id: 'phoenix.dddddddddddddddd',
      output: '{"answer":"42"}',
      latencyMs: 2000,
      metadata: { traceId: '0a', tier: 'free' },
    });
    expect(csv.lines[0]!.body).toMatchObject({
      id: 'phoenix.eeeeeeeeeeeeeeee',
      output: 'First line\nsecond line',
      timestamp: '2026-08-20T09:15:02.123Z',
    });
  });

  test('without a score name imports only annotations by people as labels, with their explanation', async () => {
    const { lines } = await read('phoenix-annotated.jsonl', 'phoenix', labelled(null));

    expect(lines.map(({ label }) => label)).toEqual([
      {
        decision: 'approved',
        comment: 'Imported from Test: correctness = correct (HUMAN). Right.',
      },
      { unlabelled: 'without a score' },
      expect.objectContaining({ decision: 'rejected' }),
      { unlabelled: 'without a score' },
    ]);
  });

  test('accepts a zone after a space, and reports other formats than ISO 8601 as bad lines', async () => {
    const timesOf = async (time: string) => {
      const span = { 'context.span_id': 'a', start_time: time, 'attributes.output.value': 'Hi' };
      const { lines, bad } = await readText(JSON.stringify(span), 'phoenix');
      return lines[0]?.body.timestamp ?? bad[0]?.reason;
    };
    const inUtc = '2026-03-05T08:00:00.000Z';

    expect(await timesOf('2026-03-05 10:00:00 +0200')).toBe(inUtc);
    expect(await timesOf('2026-03-05 10:00:00+02')).toBe(inUtc);
    expect(await timesOf('2026-03-05T10:00:00.000+02:00')).toBe(inUtc);
    expect(await timesOf('2026-03-05 08:00 UTC')).toBe(inUtc);
    expect(await timesOf('2026-03-05T08:00:00Z')).toBe(inUtc);
    expect(await timesOf('2026-03-05 08:00:00')).toBe(inUtc);
    expect(await timesOf('2026-03-05')).toBe('2026-03-05T00:00:00.000Z');
    for (const rest of [' PM', ' CET', ' +0200 CEST', '+02:00:00']) {
      expect(await timesOf(`2026-03-05 10:00:00${rest}`)).toBe('start_time: not a time');
    }
    for (const other of [
      '05/03/2026',
      '2026/03/05',
      '2026-3-5',
      '5-Mar-2026',
      '12',
      '2026-02-31',
      '2026-02-29 10:00',
    ]) {
      expect(await timesOf(other)).toBe('start_time: not a time');
    }
  });

  test('reports a column-oriented dataframe as a bad line that says which option to use', async () => {
    const { bad } = await readText('{"name":{"0":"a"},"context.span_id":{"0":"b"}}', 'phoenix');

    expect(bad).toEqual([{ number: 1, reason: expect.stringContaining('orient="records"') }]);
  });
});

describe('OpenAI evals', () => {
  test('imports the events of a sample as one output, labelled by its match', async () => {
    const { lines } = await read('openai-evals-log.jsonl', 'openai-evals', labelled('match'));

    expect(lines.map(({ number, id, body, label }) => [number, id, body.output, label])).toEqual([
      [3, idInLog(1), 'Sydney', expect.objectContaining({ decision: 'rejected' })],
      [2, idInLog(0), 'Paris', expect.objectContaining({ decision: 'approved' })],
      [7, idInLog(2), 'Lima', { unlabelled: 'without a score' }],
    ]);
    expect(lines[0]!.body).toMatchObject({
      task: 'capitals.dev.v0',
      model: 'gpt-3.5-turbo-0613',
      timestamp: '2023-05-01T12:00:01.000Z',
      input: expect.stringContaining('Australia?'),
    });
  });

  test('keeps texts and verdicts of several runs in one file apart', async () => {
    const { lines } = await read('openai-evals-runs.jsonl', 'openai-evals', labelled('match'));
    const second = (sample: number) => `openai-evals.230502120000IJKLMNOP.capitals.dev.${sample}`;

    expect(lines.map(({ id, body, label }) => [id, body.output, label])).toMatchObject([
      [idInLog(1), 'Sydney', { decision: 'rejected' }],
      [idInLog(0), 'Paris', { decision: 'approved' }],
      [second(1), 'Canberra', { decision: 'approved' }],
      [second(0), 'Lyon', { decision: 'rejected' }],
      [second(2), 'Cusco', { decision: 'rejected' }],
      [idInLog(2), 'Lima', { unlabelled: 'without a score' }],
    ]);
  });

  test('reports a verdict without its sampling as a bad line', async () => {
    const verdict = { type: 'match', sample_id: 'a.dev.0', data: { correct: true } };
    const { bad, lines } = await readText(JSON.stringify(verdict), 'openai-evals');

    expect(lines).toEqual([]);
    expect(bad).toEqual([{ number: 1, reason: 'a verdict on a.dev.0 without its sampling event' }]);
  });

  test('reports an unreadable sample without a verdict as a bad line, and reads the others', async () => {
    const sampling = (sample: number, createdAt: unknown) =>
      JSON.stringify({
        ...{ type: 'sampling', sample_id: `a.dev.${sample}`, created_at: createdAt },
        data: { prompt: 'Where?', sampled: ['There'] },
      });
    const log = [sampling(0, 'x'), sampling(1, '2026-08-20T09:15:02Z')].join('\n');

    const { bad, lines } = await readText(log, 'openai-evals');

    expect(bad).toEqual([{ number: 1, reason: expect.stringContaining('created_at') }]);
    expect(lines.map(({ number, body }) => [number, body.output])).toEqual([[2, 'There']]);
  });

  test('imports output items and stored completions as outputs', async () => {
    const { lines } = await read('openai-evals-items.jsonl', 'openai-evals', labelled('status'));

    expect(lines.map(({ body }) => body.output)).toEqual(['Hardware', 'Mind of circuits hum.']);
    expect(lines[0]).toMatchObject({
      id: 'openai-evals.outputitem_67abd55eb6548190bb580745d5644a33',
      body: { model: 'gpt-4o-mini-2024-07-18', timestamp: '2025-02-11T22:55:09.000Z' },
      label: { decision: 'approved' },
    });
    expect(lines[1]!.body.metadata).toEqual({ topic: 'ai' });
  });
});

test('flags override the project and task of the export', async () => {
  const flags = { project: 'Mine', task: 'Answers' };
  const { lines } = await read('langsmith-cli.jsonl', 'langsmith', flags);

  expect(lines[0]!.body).toMatchObject(flags);
});

test('another batch has different IDs', async () => {
  const { lines } = await read('langsmith-cli.jsonl', 'langsmith', { batch: 'second' });

  expect(lines[0]!.id).toBe('langsmith.second.55555555-5555-4555-8555-555555555555');
});

describe('before anything is sent', () => {
  test('requires a threshold for numbers', async () => {
    await expect(check('langfuse-observations.jsonl', labelled('helpfulness'))).rejects.toThrow(
      /^line 1: the score “helpfulness” is a number \(0\.9\); .*--good-from/,
    );
  });

  test('names a score that no record has, and lists those in the file', async () => {
    const checked = check('langfuse-observations.jsonl', labelled('thumbs'));

    await expect(checked).rejects.toThrow(CannotLabel);
    await expect(checked).rejects.toThrow(
      'The file has no score “thumbs”. It has: correctness, helpfulness.',
    );
  });
});

function idInLog(sample: number): string {
  return `openai-evals.230501120000ABCDEFGH.capitals.dev.${sample}`;
}

function labelled(name: string | null): { labels: LabelRules } {
  const names = name === null ? null : [name];
  return {
    labels: { title: 'Test', names, good: GOOD_VALUES, bad: BAD_VALUES, goodFrom: null },
  };
}

function check(name: string, { labels }: { labels: LabelRules }): Promise<void> {
  const common = { project: undefined, task: undefined };
  return checkLabels(join(EXPORTS, name), { from: 'langfuse', labels, ...common });
}

async function readText(text: string, from: SourceName) {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  const file = join(folder, 'export.jsonl');
  await writeFile(file, text);
  try {
    return await readFile(file, from);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function read(name: string, from: SourceName, changes: Partial<ImportOptions & LineOptions> = {}) {
  return readFile(join(EXPORTS, name), from, changes);
}

async function readFile(
  file: string,
  from: SourceName,
  changes: Partial<ImportOptions & LineOptions> = {},
) {
  const options = { from, project: undefined, task: undefined, labels: null, isSync: false };
  const lines: OutputLine[] = [];
  const bad: { number: number; reason: string }[] = [];
  let skipped = 0;
  const all = importLines(file, { ...options, batch: 'first', ...changes }, () => (skipped += 1));
  for await (const line of all) {
    if (line.ok) lines.push(line.line);
    else bad.push(line.bad);
  }
  return { lines, bad, skipped };
}
