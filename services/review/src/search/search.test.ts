import { newId } from '@output-review/runtime';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { projectsChanged } from '@output-review/contracts';
import type { ApiClient } from '@output-review/runtime/testing';

import { type Execution, FILTERS, has, isFailure } from '../../test/search-filters.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  eventOf,
  useTestReview,
} from '../../test/test-review.ts';

const t = useTestReview();
let api: ApiClient;
const workspaceId = newId();

beforeAll(async () => {
  api = await t.as(aToken(workspaceId));
  await seed();
});

interface Answer {
  readonly executions: Execution[];
  readonly total: number;
  readonly summary: Record<string, number>;
  readonly nextCursor: string | null;
}

let all: Execution[] = [];

// A small generator with a fixed seed: mixes well and is the same on every run.
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** 600 outputs of every kind: evaluated or not, decided, flagged, deleted, with and without labels. */
async function seed(): Promise<void> {
  const random = makeRandom(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const outputs = Array.from({ length: 600 }, (_, n) => {
    const project = pick(['Alpha', 'Beta', 'Straße_%']);
    const task = pick([null, 'triage', 'reply']);
    return aSubmission({
      ...{ workspaceId, id: `out-${String(n).padStart(4, '0')}` },
      ...{ projectId: `id-${project}`, projectName: project },
      taskId: task === null ? null : `id-${project}-${task}`,
      taskName: task,
      timestamp: new Date(
        Date.UTC(2026, 0, 1) + Math.floor(random() * 240) * 3_600_000,
      ).toISOString(),
      sessionId: pick([null, 's-1', 's-2', 'S-20']),
      subjectId: pick([null, 'subject a', 'subject b']),
      actorId: pick([null, 'Ann', 'Bob']),
      model: pick([null, 'gpt-x', 'claude-y']),
      tags: pick([[], ['a'], ['a', 'b'], ['b"\\', 'c']]),
      instructionsVersion: pick([null, 1, 2]),
      revisionOf: n === 9 ? 'out-0001' : null,
      respondBy: pick([null, '2026-03-05T00:00:00Z', '2026-03-05T06:00:00Z']),
      content: {
        ...aSubmission().content,
        action: pick([null, { name: 'pay', summary: 'Pay it', params: {} }]),
        latencyMs: pick([null, 1.5, 20, 300]),
        costUsd: pick([null, 0.1, 0.25]),
      },
    });
  });
  await sampleHalfOf('Alpha');
  await t.submit(...outputs);
  const evaluated = outputs.filter(() => random() < 0.9);
  await t.evaluate(
    ...evaluated.map((output) =>
      anEvaluation(output, {
        outcome: pick(['pass', 'pass', 'fail', 'error'] as const),
        appliedRules: pick([[], anEvaluation(output).appliedRules]),
      }),
    ),
  );
  const person = await t.as(aPerson(workspaceId));
  const idsOf = (count: number) => evaluated.slice(count, count + 40).map(({ id }) => id);
  await person.patch('/api/logs/bulk', { ids: idsOf(0), action: 'approve' });
  await api.patch(`/api/logs/${evaluated[60]!.id}/decision`, { decision: 'handled' });
  await person.patch('/api/logs/bulk', { ids: idsOf(100), action: 'delete' });
  for (const { id } of evaluated.slice(200, 205)) {
    await person.patch(`/api/logs/${id}/status`, { status: 'flagged' });
  }
  all = await readAll('sortBy=timestamp');
}

async function sampleHalfOf(name: string): Promise<void> {
  const project = { workspaceId, id: `id-${name}`, name, sampleRate: 0.5 };
  const change = { ...projectsChanged.examples.valid, ...project };
  await t.bus.send([eventOf('projects.changed', change)]);
}

async function search(query: string): Promise<Answer> {
  const { status, body } = await api.get(`/api/logs?${query}`);
  expect({ query, status }).toEqual({ query, status: 200 });
  return body as Answer;
}

async function readAll(query: string): Promise<Execution[]> {
  const found: Execution[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer: Answer = await search(`${query}&limit=97${next}`);
    found.push(...answer.executions);
    cursor = answer.nextCursor;
  } while (cursor !== null);
  return found;
}

describe('every filter', () => {
  test.each(FILTERS)('%s finds and counts exactly the right outputs', async (query, matches) => {
    const expected = all.filter(matches);

    const answer = await search(`${query}&limit=100`);

    expect(answer.total).toBe(expected.length);
    expect(answer.executions).toEqual(expected.slice(0, 100));
    const passed = expected.filter(({ status }) => status === 'pass').length;
    const failed = expected.filter(isFailure);
    expect(answer.summary).toEqual({
      totalRuns: expected.length,
      failuresDetected: failed.length,
      pendingReviews: failed.filter(({ humanDecision }) => humanDecision === null).length,
      successRate: passed + failed.length === 0 ? 0 : passed / (passed + failed.length),
    });
  });

  test('filters by columns that a page does not show match the rows', async () => {
    const rows = await t.sql.query<Record<string, number>>(
      `SELECT count(*) FILTER (WHERE has_action)::int AS actions,
         count(*) FILTER (WHERE NOT has_action)::int AS plain,
         count(*) FILTER (WHERE flagged_by IS NOT NULL)::int AS flagged,
         count(*) FILTER (WHERE due_at IS NOT NULL)::int AS due,
         count(*) FILTER (WHERE rule_set IS NOT NULL)::int AS ruled
       FROM outputs WHERE workspace_id = $1 AND visible`,
      [workspaceId],
    );
    const counted = rows.rows[0]!;

    expect((await search('hasAction=true')).total).toBe(counted['actions']);
    expect((await search('hasAction=false')).total).toBe(counted['plain']);
    expect((await search('flaggedBy=ada@example.com')).total).toBe(counted['flagged']);
    expect((await search('dueBefore=2026-03-05')).total).toBe(counted['due']);
    expect((await search('dueBefore=2026-03-04')).total).toBe(0);
    expect((await search('ruleId=r1')).total).toBe(counted['ruled']);
    expect((await search('ruleId=r2')).total).toBe(0);
    expect(Math.min(...Object.values(counted))).toBeGreaterThan(0);
  });
});

describe('every sort', () => {
  const COLUMNS = [
    'timestamp',
    'projectName',
    'model',
    'status',
    'latencyMs',
    'costUsd',
    'respondBy',
  ];
  const CASES = COLUMNS.flatMap((by) => ['asc', 'desc'].map((direction) => [by, direction]));

  test.each(CASES)('by %s %s, ties by ID, nulls last, by page and by cursor', async (by, dir) => {
    const sign = dir === 'asc' ? 1 : -1;
    const compare = (one: unknown, other: unknown): number =>
      one === other ? 0 : (one as string) < (other as string) ? -sign : sign;
    const expected = [...all]
      .sort((one, other) => {
        const [a, b] = [one[by] ?? null, other[by] ?? null];
        if ((a === null) !== (b === null)) return a === null ? 1 : -1;
        return compare(a, b) || compare(one.id, other.id);
      })
      .map(({ id }) => id);

    const sorted = await readAll(`sortBy=${by}&sortDir=${dir}&fields=id`);
    const third = await search(`sortBy=${by}&sortDir=${dir}&page=3&limit=50`);

    expect(sorted.map(({ id }) => id)).toEqual(expected);
    expect(third.executions.map(({ id }) => id)).toEqual(expected.slice(100, 150));
  });
});

test('a cursor continues exactly while outputs arrive', async () => {
  const before = await search('limit=10&q=alpha');
  await t.submit(
    aSubmission({
      ...{ workspaceId, id: 'newest', projectId: 'id-Alpha', projectName: 'Alpha' },
      timestamp: '2026-02-28T00:00:00.000Z',
    }),
  );
  const after = await search(`limit=10&q=alpha&cursor=${encodeURIComponent(before.nextCursor!)}`);
  const expected = all.filter(has('alpha')).slice(10, 20);
  expect(after.executions.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  expect(after.total).toBe(before.total + 1);
  await (await t.as(aPerson(workspaceId))).delete('/api/logs/newest');
});

test('sessionTurnCount counts the outputs of a session', () => {
  for (const output of all) {
    const { sessionId } = output;
    const turns = sessionId === null ? 1 : all.filter((o) => o['sessionId'] === sessionId).length;
    expect(output['sessionTurnCount']).toBe(turns);
  }
});

test('names of tasks are sorted, for one project or all', async () => {
  expect((await api.get('/api/logs/tasks')).body).toEqual(['reply', 'triage']);
  expect((await api.get('/api/logs/tasks?project=%20BETA%20')).body).toEqual(['reply', 'triage']);
  expect((await api.get('/api/logs/tasks?project=none')).body).toEqual([]);
});

test('a former name of a task finds its outputs, even if a task of another project has that name now', async () => {
  const workspace = newId();
  const entry = { ...projectsChanged.examples.valid, workspaceId: workspace };
  const tasks = [
    { id: 'a-letters', projectId: 'a', name: 'Letters', aliasKeys: [] },
    { id: 'b-mails', projectId: 'b', name: 'Mails', aliasKeys: ['letters'] },
    { id: 'c-old', projectId: 'c', name: 'Old', aliasKeys: ['letters'] },
    { id: 'c-letters', projectId: 'c', name: 'Letters', aliasKeys: [] },
  ];
  const changes = tasks.map((task) => ({ ...entry, ...task, kind: 'task', version: 2 }));
  await t.bus.send(changes.map((change) => eventOf('projects.changed', change)));
  const outputs = tasks.map(({ id, projectId, name }) =>
    aSubmission({
      ...{ workspaceId: workspace, id: `out-${id}`, projectId, projectName: projectId },
      ...{ taskId: id, taskName: name },
    }),
  );
  await t.submit(...outputs);
  await t.evaluate(...outputs.map((output) => anEvaluation(output)));
  const reader = await t.as(aPerson(workspace));
  const found = async (query: string) => {
    const { body } = await reader.get(`/api/logs?${query}`);
    return (body as Answer).executions.map(({ id }) => id).toSorted();
  };

  expect(await found('project=b&task=Letters')).toEqual(['out-b-mails']);
  expect(await found('project=c&task=letters')).toEqual(['out-c-letters']);
  expect(await found('project=%20c&task=letters%20')).toEqual(['out-c-letters']);
  expect(await found('task=Letters')).toEqual(['out-a-letters', 'out-b-mails', 'out-c-letters']);
  const { body } = await reader.get('/api/rules/results?project=b&task=Letters');
  expect(body).toMatchObject([{ ruleId: 'r1', checked: 1 }]);
});

test('another workspace finds nothing', async () => {
  const other = await t.as(aToken(newId()));
  expect((await other.get('/api/logs?q=alpha')).body).toMatchObject({ executions: [], total: 0 });
});

test('the counts per project match search', async () => {
  const service = await t.as({ kind: 'service', service: 'gateway' });
  const { body } = await service.post('/internal/counts', { workspaceId });
  const { counts } = body as { counts: { projectId: string; taskId: string; count: number }[] };
  const alpha = counts.filter(({ projectId }) => projectId === 'id-Alpha');
  expect(alpha.reduce((sum, { count }) => sum + count, 0)).toBe(
    all.filter((o) => o['projectName'] === 'Alpha').length,
  );
});
