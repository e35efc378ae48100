import { beforeEach, describe, expect, test } from '@jest/globals';
import type { RuleResults } from '@output-review/contracts';
import { workspacesChanged } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import { aSubmission, eventOf, useTestReview } from '../../test/test-review.ts';
import { aTrustedWorkspace, type TrustedWorkspace } from '../../test/trusted-workspace.ts';

const t = useTestReview();
let workspace: TrustedWorkspace;

beforeEach(async () => {
  workspace = await aTrustedWorkspace(t);
});

const COUNTS = [
  ...['checked', 'failed', 'erred', 'skipped', 'labelled', 'upheld', 'overruled', 'missed'],
  ...['labelledInBulk', 'labelledByImport'],
] as const;

type Counts = Partial<Record<keyof RuleResults, number>>;

/** Expects these counts of the only version and 0 elsewhere, and that the query of each finds its outputs. */
async function expectCounts(counts: Counts, query = ''): Promise<void> {
  const result = await workspace.counted(query);
  const none = Object.fromEntries(COUNTS.map((name) => [name, 0]));
  expect(result).toMatchObject({ ...none, ...counts });
  for (const [name, search] of Object.entries(result.search)) {
    expect([name, await workspace.found(search)]).toEqual([
      name,
      result[name as keyof RuleResults],
    ]);
  }
}

describe('counts follow', () => {
  test.each([
    [['r1@1:passed'], {}],
    [['r1@1:failed'], { failed: 1 }],
    [['r1@1:error'], { erred: 1 }],
    [['r1@1:skipped'], { skipped: 1 }],
  ] as const)('a result: %j', async (endings, counts) => {
    const id = await workspace.submitted();
    expect(await workspace.results()).toEqual([]);

    await workspace.judged(id, endings);

    await expectCounts({ checked: 1, ...counts });
  });

  test.each([
    ['approved', 'failed', { overruled: 1 }],
    ['rejected', 'failed', { upheld: 1 }],
    ['changed', 'failed', { upheld: 1 }],
    ['approved', 'passed', {}],
    ['rejected', 'passed', { missed: 1 }],
  ] as const)('a decision: %s for an output that %s', async (decision, outcome, counts) => {
    const id = await workspace.anOutput([`r1@1:${outcome}`]);

    expect(await workspace.decided(id, decision)).toBe(200);

    const failed = outcome === 'failed' ? 1 : 0;
    await expectCounts({ checked: 1, failed, labelled: 1, ...counts });
    expect(await workspace.counted()).toMatchObject({ needed: 29, kappa: null, agreement: null });
  });

  test('a changed decision, and a repeated one', async () => {
    const id = await workspace.anOutput(['r1@1:failed']);
    await workspace.decided(id, 'approved');
    await workspace.decided(id, 'approved');
    expect(await workspace.decided(id, 'rejected')).toBe(409);
    await expectCounts({ checked: 1, failed: 1, labelled: 1, overruled: 1 });

    await workspace.decided(id, 'rejected', { override: true });
    await expectCounts({ checked: 1, failed: 1, labelled: 1, upheld: 1 });

    await workspace.decided(id, 'handled', { override: true });
    await expectCounts({ checked: 1, failed: 1 });
  });

  test('a flag, which clears the label', async () => {
    const id = await workspace.anOutput(['r1@1:passed']);
    await workspace.decided(id, 'approved');
    await expectCounts({ checked: 1, labelled: 1 });

    await workspace.api.patch(`/api/logs/${id}/status`, { status: 'flagged' });
    await expectCounts({ checked: 1 });
    expect(await workspace.counted()).toMatchObject({ unlabelled: ['flagged'] });

    await workspace.decided(id, 'rejected');
    await expectCounts({ checked: 1, labelled: 1, missed: 1 });
  });

  test('another evaluation: only the latest counts, and none while it is pending', async () => {
    const id = await workspace.anOutput(['r1@1:failed']);
    expect((await workspace.api.post(`/api/logs/${id}/evaluate`)).status).toBe(202);
    expect(await workspace.results()).toEqual([]);

    await workspace.judged(id, ['r1@1:passed'], 1);
    expect(await workspace.results()).toEqual([]);
    await workspace.judged(id, ['r1@2:passed'], 2);

    await expectCounts({ checked: 1 });
    expect(await workspace.counted()).toMatchObject({ ruleId: 'r1', version: 2 });
  });

  test('each event once, however often it comes', async () => {
    const id = await workspace.anOutput(['r1@1:failed']);
    await workspace.judged(id, ['r1@1:failed']);
    await workspace.judged(id, ['r1@1:passed']);
    await t.submit(aSubmission({ workspaceId: workspace.id, id }));
    await expectCounts({ checked: 1, failed: 1 });
  });

  test('results that arrive before their submissions', async () => {
    const submission = aSubmission({ workspaceId: workspace.id });
    await workspace.judged(submission.id, ['r1@1:failed']);
    expect(await workspace.results()).toEqual([]);
    await t.submit(submission);
    await expectCounts({ checked: 1, failed: 1 });
  });

  test('an output that is held, whatever its rules say', async () => {
    const id = await workspace.anOutput(['r1@1:passed'], { requireApproval: true });
    await expectCounts({ checked: 1 });
    expect(await workspace.counted()).toMatchObject({ unlabelled: ['held'] });
    await workspace.decided(id, 'rejected');
    await expectCounts({ checked: 1, labelled: 1, missed: 1 });
  });

  test('the winner of two concurrent decisions', async () => {
    const id = await workspace.anOutput(['r1@1:failed']);
    const statuses = await Promise.all([
      ...['approved', 'rejected', 'approved', 'rejected'].map((decision) =>
        workspace.decided(id, decision),
      ),
    ]);
    expect(statuses).toContain(200);
    const counted = await workspace.counted();
    expect(counted).toMatchObject({ checked: 1, failed: 1, labelled: 1 });
    expect(counted.upheld + counted.overruled).toBe(1);
  });
});

describe('counted separately, and only on request together with the others, are', () => {
  test('bulk decisions', async () => {
    const ids = [
      await workspace.anOutput(['r1@1:failed']),
      await workspace.anOutput(['r1@1:passed']),
    ];
    await workspace.api.patch('/api/logs/bulk', { ids, action: 'reject' });
    await expectCounts({ checked: 2, failed: 1, labelledInBulk: 2 });
    const all = { labelled: 2, upheld: 1, missed: 1, labelledInBulk: 2 };
    await expectCounts({ checked: 2, failed: 1, ...all }, 'labels=all');

    await workspace.decided(ids[0]!, 'approved', { override: true });
    const one = { labelled: 1, overruled: 1, labelledInBulk: 1 };
    await expectCounts({ checked: 2, failed: 1, ...one });
  });

  test('imported decisions', async () => {
    const id = await workspace.anOutput(['r1@1:failed'], { tags: ['a', 'imported:langfuse'] });
    await workspace.token.patch(`/api/logs/${id}/decision`, { decision: 'rejected' });
    await expectCounts({ checked: 1, failed: 1, labelledByImport: 1 });
    const all = { labelled: 1, upheld: 1, labelledByImport: 1 };
    await expectCounts({ checked: 1, failed: 1, ...all }, 'labels=all');
    const other = await workspace.anOutput(['r1@1:failed'], { tags: ['imported:langfuse'] });
    await workspace.decided(other, 'rejected');
    const both = { labelled: 1, upheld: 1, labelledByImport: 1 };
    await expectCounts({ checked: 2, failed: 2, ...both });
  });
});

describe('labels do not come from', () => {
  test('outputs that were handled, or withdrawn before their result', async () => {
    const id = await workspace.anOutput(['r1@1:failed']);
    await workspace.decided(id, 'handled');
    await expectCounts({ checked: 1, failed: 1 });
    const early = await workspace.submitted();
    expect((await workspace.token.post(`/api/logs/${early}/withdraw`)).status).toBe(200);
    await workspace.judged(early, ['r1@1:failed']);
    await expectCounts({ checked: 2, failed: 2 });
  });

  test('decisions by deadline, until a person decides otherwise', async () => {
    const respondBy = new Date(t.clock.now().getTime() - 1).toISOString();
    const id = await workspace.anOutput(['r1@1:failed'], { respondBy, onDeadline: 'reject' });
    await eventually(async () => {
      expect(await workspace.found('humanDecision=rejected')).toBe(1);
    });
    await expectCounts({ checked: 1, failed: 1 });
    await workspace.decided(id, 'approved', { override: true });
    await expectCounts({ checked: 1, failed: 1, labelled: 1, overruled: 1 });
  });
});

describe('counts are not reduced', () => {
  test('by deleting outputs: a search finds fewer', async () => {
    const id = await workspace.anOutput(['r1@1:failed']);
    const left = await workspace.anOutput(['r1@1:failed']);
    await workspace.decided(id, 'rejected');
    const before = await workspace.counted();
    expect((await workspace.api.delete(`/api/logs/${id}`)).status).toBe(200);

    expect(await workspace.counted()).toEqual(before);
    expect(await workspace.found(before.search.upheld)).toBe(0);
    expect(await workspace.found(before.search.failed)).toBe(1);
    await workspace.judged(id, ['r1@1:passed']);
    await workspace.decided(left, 'approved');
    const counts = { checked: 2, failed: 2, labelled: 2, upheld: 1, overruled: 1 };
    expect(await workspace.counted()).toMatchObject(counts);
  });

  test('by retention', async () => {
    const acceptedAt = '2026-01-01T00:00:00.000Z';
    // Outputs that passed within a day are kept.
    t.clock.advance(86_400_000);
    workspace = await aTrustedWorkspace(t);
    await workspace.anOutput(['r1@1:passed'], { acceptedAt, timestamp: acceptedAt });
    const before = await workspace.counted();
    expect(before).toMatchObject({ checked: 1 });
    const settings = { ...workspacesChanged.examples.valid, workspaceId: workspace.id };
    const change = { ...settings, id: workspace.id, retentionDays: 7, version: 1 };
    await t.bus.send([eventOf('workspaces.changed', change)]);
    await eventually(async () => {
      expect(await workspace.found('')).toBe(0);
    });
    expect(await workspace.counted()).toEqual(before);
  });
});

describe('rules in shadow', () => {
  test.each(['after', 'before'] as const)('count %s the result, with its label', async (order) => {
    const id = await workspace.submitted();
    if (order === 'after') await workspace.judged(id, []);
    await workspace.shadowed(id, ['s1@1:failed']);
    await workspace.shadowed(id, ['s1@1:failed']);
    if (order === 'before') await workspace.judged(id, []);
    await expectCounts({ checked: 1, failed: 1 });
    expect(await workspace.counted()).toMatchObject({ ruleId: 's1', shadow: true });

    await workspace.decided(id, 'rejected');
    await expectCounts({ checked: 1, failed: 1, labelled: 1, upheld: 1 });
  });

  test('count if the submission comes last, or the label first', async () => {
    const submission = aSubmission({ workspaceId: workspace.id });
    await workspace.shadowed(submission.id, ['s1@1:passed']);
    await workspace.judged(submission.id, []);
    expect(await workspace.results()).toEqual([]);
    await t.submit(submission);
    await expectCounts({ checked: 1 });

    const id = await workspace.anOutput([]);
    await workspace.decided(id, 'rejected');
    await workspace.shadowed(id, ['s1@1:passed']);
    await expectCounts({ checked: 2, labelled: 1, missed: 1 });
  });

  test('count only for the latest run', async () => {
    const id = await workspace.anOutput([]);
    await workspace.shadowed(id, ['s1@1:failed']);
    await workspace.api.post(`/api/logs/${id}/evaluate`);
    expect(await workspace.results()).toEqual([]);
    await workspace.shadowed(id, ['s1@1:failed'], 1);
    await workspace.shadowed(id, ['s1@2:passed'], 2);
    await workspace.judged(id, [], 2);
    await expectCounts({ checked: 1 });
    expect(await workspace.counted()).toMatchObject({ version: 2 });
  });
});
