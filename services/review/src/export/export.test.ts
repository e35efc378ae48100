import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Principal } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { type ApiClient, eventually } from '@output-review/runtime/testing';

import { HIDDEN, makeAuditReader } from '../../test/audit-records.ts';
import { submitLarge } from '../../test/large-outputs.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  useTestReview,
} from '../../test/test-review.ts';

type Line = Record<string, unknown>;

const t = useTestReview();
let workspaceId: string;
let person: Principal;
let api: ApiClient;

beforeEach(async () => {
  workspaceId = newId();
  person = aPerson(workspaceId, 'admin');
  api = await t.as(person);
});

const begin = async (query: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${t.review.url}/api/logs/export?${query}`, {
    headers: await t.headersOf(person),
    ...(signal && { signal }),
  });

async function linesOf(query: string): Promise<Line[]> {
  const response = await begin(query);
  expect(response.status).toBe(200);
  const text = await response.text();
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

const idsOf = (lines: readonly Line[]): unknown[] => lines.map(({ id }) => id);

async function anOutput(given: Parameters<typeof aSubmission>[0] = {}): Promise<string> {
  const submission = aSubmission({ workspaceId, ...given });
  await t.submit(submission);
  return submission.id;
}

async function evaluated(
  outcome: 'pass' | 'fail' | 'error',
  given: Parameters<typeof aSubmission>[0] = {},
): Promise<string> {
  const id = await anOutput(given);
  await t.evaluate(anEvaluation({ workspaceId, id }, { outcome }));
  return id;
}

const decide = async (id: string, body: Line): Promise<void> => {
  expect(await api.patch(`/api/logs/${id}/decision`, body)).toMatchObject({ status: 200 });
};

const ACTION = { name: 'refund', summary: 'Refund 5 EUR', params: { amount: 5 } };

/** One output in each possible state. */
async function outputsInEveryState(): Promise<string[]> {
  const { content } = aSubmission();
  const withAction = { content: { ...content, output: null, action: ACTION } };
  const [corrected, redecided, flagged, changed, changedTwice, again] = [
    await evaluated('fail', { requireApproval: true, respondBy: 'PT30M', submittedBy: 'bot' }),
    await evaluated('fail'),
    await evaluated('pass'),
    await evaluated('fail', withAction),
    await evaluated('fail', { content: { ...content, action: ACTION } }),
    await evaluated('fail'),
  ];
  await decide(corrected, { decision: 'changed', correctedOutput: '=Better, "much"\r\nbetter' });
  await decide(redecided, { decision: 'rejected', comment: 'No.' });
  await decide(redecided, { decision: 'approved', override: true });
  const correctedAction = { params: { amount: 4 } };
  await decide(changed, { decision: 'changed', correctedOutput: 'Less.', correctedAction });
  await decide(changedTwice, { decision: 'changed', correctedOutput: 'Less.' });
  await decide(changedTwice, { decision: 'changed', correctedAction, override: true });
  await api.post(`/api/logs/${again}/evaluate`);
  expect(
    await api.patch(`/api/logs/${flagged}/status`, { status: 'flagged', reason: 'Odd' }),
  ).toMatchObject({ status: 200 });
  return [
    ...[corrected, redecided, flagged, changed, changedTwice, again],
    ...[await anOutput(), await evaluated('error')],
    await evaluated('pass', {
      callbackUrlSealed: t.encryptor.seal('https://hooks.invalid/hook?token=1'),
      ...{ revisionOf: corrected, sessionId: 's', tags: ['a', 'b'] },
    }),
  ];
}

describe('a full export', () => {
  test('returns every output like GET, in every state', async () => {
    const ids = await outputsInEveryState();

    const lines = await linesOf('shape=full');

    expect(idsOf(lines).sort()).toEqual([...ids].sort());
    for (const line of lines) {
      const { body } = await api.get(`/api/logs/${String(line['id'])}`);
      const { excerpt: _e, revisions: _r, sessionTurnCount: _s, ...others } = body as Line;
      const { claimedBy: _by, claimedUntil: _until, mayNotApprove: _not, ...told } = others;
      expect(line).toEqual(told);
    }
  });

  test('shows callback URLs as far as the caller may see them', async () => {
    await evaluated('pass', {
      callbackUrlSealed: t.encryptor.seal('https://hooks.invalid/secret'),
    });
    person = aPerson(workspaceId, 'manager');

    expect(await linesOf('')).toMatchObject([{ callbackUrl: 'https://hooks.invalid/…' }]);
  });

  test('of large outputs is complete and in order, part by part', async () => {
    const content = { ...aSubmission().content, output: 'x'.repeat(2_200_000) };
    // More than a chunk holds.
    const largest = aSubmission({ workspaceId, content });
    await t.submit(largest);
    const outputs = [...(await submitLarge(t, workspaceId, 6)), largest];

    const lines = await linesOf('');

    expect(idsOf(lines)).toEqual(outputs.map(({ id }) => id).reverse());
    const isWhole = lines.every(({ id, output, input }) => {
      const { content } = outputs.find((each) => each.id === id)!;
      return output === content.output && input === content.input;
    });
    expect(isWhole).toBe(true);
  });
});

test('an export resumes after any line without duplicates or gaps, also with equal timestamps', async () => {
  const times = ['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.001Z'];
  for (let n = 0; n < 6; n += 1) await evaluated('pass', { timestamp: times[n % 2]! });
  const all = await linesOf('');
  expect(all).toHaveLength(6);

  for (const [n, { timestamp, id }] of all.entries()) {
    const rest = idsOf(all.slice(n + 1));
    const after = encodeURIComponent(`${String(timestamp)},${String(id)}`);
    expect(idsOf(await linesOf(`after=${after}`))).toEqual(rest);
    expect(idsOf(await linesOf(`after=${String(id)}`))).toEqual(rest);
  }
  const [first] = all;
  await api.delete(`/api/logs/${String(first!['id'])}`);
  expect(idsOf(await linesOf(`after=${String(first!['id'])}`))).toEqual(idsOf(all.slice(1)));
});

test('an export leaves future timestamps to a later one, so that none falls between two exports', async () => {
  const inMs = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();
  const first = await evaluated('pass', { timestamp: inMs(-1_000) });
  const ahead = await evaluated('pass', { timestamp: inMs(240_000) });
  expect(idsOf(await linesOf(''))).toEqual([first]);

  t.clock.advance(60_000);
  const between = await evaluated('pass', { timestamp: inMs(0) });
  expect(idsOf(await linesOf(`after=${first}`))).toEqual([between]);
  t.clock.advance(240_000);
  expect(idsOf(await linesOf(`after=${between}`))).toEqual([ahead]);
});

test('an export of many rows spans several chunks', async () => {
  await t.sql.query(
    `INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible)
     SELECT $1, 'row-' || n, timestamptz '2026-02-01' + n / 7 * interval '1 second', now(), now(), true
     FROM generate_series(1, 1001) AS n`,
    [workspaceId],
  );

  const lines = await linesOf('shape=full');

  expect(new Set(idsOf(lines)).size).toBe(1001);
  const keys = lines.map(({ timestamp, id }) => `${String(timestamp)} ${String(id)}`);
  expect(keys).toEqual([...keys].sort());
});

test('decisions are flat rows of decided outputs, preferences are pairs of corrected texts', async () => {
  const [corrected, redecided, , changed] = await outputsInEveryState();

  const decisions = await linesOf('shape=decisions');
  const pairs = await linesOf('shape=preference');

  expect(decisions).toHaveLength(4);
  expect(decisions.find(({ id }) => id === redecided)).toEqual({
    ...{ id: redecided, timestamp: '2026-03-01T11:00:00.000Z' },
    ...{ createdAt: '2026-03-01T11:00:00.000Z', projectId: `p-${workspaceId}` },
    ...{ projectName: 'Support', taskName: null, model: expect.anything() },
    ...{ instructionsVersion: null, status: 'flagged', verdict: 'fail', confidenceScore: 1 },
    ...{ flaggedBy: null, flagReason: null, humanDecision: 'approved' },
    ...{ decisionSource: 'dashboard', decidedBy: 'ada@example.com' },
    ...{ decidedAt: t.clock.now().toISOString(), comment: null },
    ...{ correctedOutput: null, correctedAction: null, reasonIds: [] },
  });
  expect(decisions.find(({ id }) => id === changed)).toMatchObject({
    correctedAction: { params: { amount: 4 } },
  });
  const { output, input } = aSubmission().content;
  const chosen = '=Better, "much"\r\nbetter';
  expect(pairs).toEqual([
    {
      ...{ input, chosen, rejected: output, project: 'Support' },
      ...{ task: null, model: expect.anything(), id: corrected },
    },
  ]);
});

test('CSV has a header, one row per line, and no formulas', async () => {
  await outputsInEveryState();

  const response = await begin('format=csv&shape=preference');

  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="outputs-preference-2026-03-01.csv"',
  );
  const text = await response.text();
  expect(text.split('\r\n')[0]).toBe('input,chosen,rejected,project,task,model,id');
  expect(text).toContain(`,"'=Better, ""much""\r\nbetter",`);
  expect(await (await begin('format=csv&shape=decisions&model=none')).text()).toMatch(
    /^id,timestamp,[^\r\n]*\r\n$/,
  );
});

test('an output that is deleted during an export is left out', async () => {
  const outputs = await submitLarge(t, workspaceId, 20);
  const newest = outputs[0]!;
  const parts: Uint8Array[] = [];
  for await (const part of (await begin('')).body as ReadableStream<Uint8Array>) {
    if (parts.length === 0) {
      expect((await api.delete(`/api/logs/${newest.id}`)).status).toBe(200);
    }
    parts.push(part);
  }

  const lines = Buffer.concat(parts).toString('utf8').split('\n').slice(0, -1);
  const ids = lines.map((line) => (JSON.parse(line) as Line)['id']);
  expect(ids).toEqual(
    outputs
      .slice(1)
      .map(({ id }) => id)
      .reverse(),
  );
});

test('a failed export is aborted, not ended, and releases its slot', async () => {
  await submitLarge(t, workspaceId, 30);
  const response = await begin('');
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await t.sql.query('ALTER TABLE output_bodies RENAME TO lost_bodies');
  try {
    await expect(readAll(reader)).rejects.toThrow();
  } finally {
    await t.sql.query('ALTER TABLE lost_bodies RENAME TO output_bodies');
  }

  expect(await linesOf('')).toHaveLength(30);
});

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}

test('an export that meets a rule after its assertion expired is aborted, and can be resumed', async () => {
  const outputs = await submitLarge(t, workspaceId, 20);
  const newest = outputs[0]!;
  const reader = ((await begin('')).body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  const evaluation = anEvaluation(newest);
  const appliedRules = evaluation.appliedRules.map((rule) => ({
    ...rule,
    ruleVersionId: `${newId()}@1`,
  }));
  await t.evaluate({ ...evaluation, appliedRules });
  t.clock.advance(70_000);

  await expect(readAll(reader)).rejects.toThrow();

  const [line] = await linesOf(`after=${outputs[1]!.id}`);
  expect(line).toMatchObject({ id: newest.id, appliedRules: [{ outcome: 'passed' }] });
});

test('four exports run at once per workspace; closing a connection releases its slot at once', async () => {
  await submitLarge(t, workspaceId, 30);
  const hangUp = new AbortController();
  const running = await Promise.all([1, 2, 3, 4].map(() => begin('', hangUp.signal)));
  expect(running.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  const fifth = await begin('');
  expect(fifth.status).toBe(429);
  expect(fifth.headers.get('retry-after')).toBe('10');
  expect(await fifth.json()).toMatchObject({ code: 'RATE_LIMITED' });
  person = aPerson(newId());
  expect(await linesOf('')).toEqual([]);

  hangUp.abort();
  person = aPerson(workspaceId);
  await eventually(async () => expect(await linesOf('')).toHaveLength(30));
});

describe('an export is refused', () => {
  test('with all errors at once if invalid', async () => {
    const { status, body } = await api.get(
      '/api/logs/export?format=xml&shape=flat&status=odd&limit=7',
    );

    expect(status).toBe(400);
    expect(Object.keys((body as { fields: object }).fields).sort()).toEqual([
      ...['format', 'shape', 'status'],
    ]);
    const other = await api.get('/api/logs/export?after=yesterday,x&from=2026-02-01&to=2026-01-01');
    expect(other).toMatchObject({
      status: 400,
      body: { fields: { after: expect.anything(), from: 'Must not be after to.' } },
    });
  });

  test.each(['another workspace', 'another time', 'a page of search'])(
    'if it resumes at an invalid place: %s',
    async (kind) => {
      const id = await evaluated('pass');
      await evaluated('pass');
      const foreign = aSubmission();
      await t.submit(foreign);
      const { body } = await api.get('/api/logs?limit=1');
      const after = {
        'another workspace': `${foreign.timestamp},${foreign.id}`,
        'another time': `2026-01-01T00:00:00.000Z,${id}`,
        'a page of search': String((body as Line)['nextCursor']),
      }[kind]!;

      // None of them keeps one of the four slots.
      for (let n = 0; n < 5; n += 1) {
        expect(await api.get(`/api/logs/export?after=${encodeURIComponent(after)}`)).toMatchObject({
          status: 400,
          body: { fields: { after: expect.stringContaining('no output') } },
        });
      }
    },
  );

  test('for viewers, and for reviewers and tokens without the scope read', async () => {
    const callers = [
      ...[aPerson(workspaceId, 'viewer'), aPerson(workspaceId, 'reviewer')],
      aToken(workspaceId, 'bot', ['submit', 'decide']),
    ];
    for (const caller of callers) {
      const { status } = await (await t.as(caller)).get('/api/logs/export');
      expect(status).toBe(403);
    }
    const reader = await t.as(aToken(workspaceId, 'bot', ['read']));
    expect((await reader.get('/api/logs/export')).status).toBe(200);
  });
});

test('an export is recorded with its filters, with search text hidden', async () => {
  await evaluated('pass');
  await linesOf('shape=decisions&status=pass&project=Support&q=secret&after=');
  expect((await api.get('/api/logs/export?shape=flat')).status).toBe(400);

  expect(await makeAuditReader(t).recorded(workspaceId, 1)).toMatchObject([
    {
      ...{ action: 'outputs.exported', target: { kind: 'workspace', id: workspaceId } },
      after: { format: 'jsonl', shape: 'decisions', status: 'pass', project: HIDDEN, q: HIDDEN },
    },
  ]);
});

test('an export that cannot be recorded does not begin', async () => {
  await t.sql.query('ALTER TABLE outbox RENAME TO lost_outbox');
  try {
    expect((await api.get('/api/logs/export')).status).toBe(500);
  } finally {
    await t.sql.query('ALTER TABLE lost_outbox RENAME TO outbox');
  }
});
