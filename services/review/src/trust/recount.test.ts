import { expect, test } from '@jest/globals';
import type { LabelSource } from '@output-review/contracts';
import { makeRandomNumbers } from '@output-review/runtime/testing';

import { aSubmission, useTestReview } from '../../test/test-review.ts';
import {
  aTrustedWorkspace,
  type Ended,
  type TrustedWorkspace,
} from '../../test/trusted-workspace.ts';

const t = useTestReview();

/** An output according to its row, result and decisions, without its counts. */
interface Stored {
  readonly id: string;
  readonly held: boolean;
  readonly flagged: boolean;
  readonly rate: number | null;
  readonly sampled: boolean;
  readonly decision: string | null;
  readonly source: string | null;
  readonly imported: boolean;
  readonly live: string | null;
  readonly shadow: string | null;
}

const STORED = `
  SELECT o.id, require_approval OR verdict IS DISTINCT FROM 'pass' AS held, is_flagged AS flagged,
    sample_rate AS rate, sampled, human_decision AS decision, decision_source AS source,
    coalesce('imported:test' = ANY (tags), false) AS imported, r.applied AS live, s.applied AS shadow
  FROM outputs o
  LEFT JOIN output_results r USING (workspace_id, id)
  LEFT JOIN shadow_results s ON s.workspace_id = o.workspace_id AND s.id = o.id AND s.run = o.run
  WHERE o.workspace_id = $1 AND visible AND status <> 'pending'`;

const ENDINGS: readonly (readonly Ended[])[] = [
  ...[['r1@1:passed', 'r2@1:passed'], ['r1@1:failed', 'r2@1:passed'], []],
  ...[['r1@1:failed', 'r2@1:failed'], ['r1@1:error', 'r2@1:skipped'], ['r1@2:passed']],
] as const;
const SHADOWS: readonly (readonly Ended[])[] = [['s1@1:passed'], ['s1@1:failed'], ['s1@2:error']];

/** Outputs with random changes in random order. */
class RandomWorkspace {
  readonly #workspace: TrustedWorkspace;
  readonly #random: () => number;
  readonly #outputs = Array.from({ length: 8 }, () => ({ id: '', run: 1 }));
  readonly #inBulk = new Set<string>();
  /** The last state of deleted outputs. */
  readonly #gone: Stored[] = [];

  constructor(workspace: TrustedWorkspace, seed: number) {
    this.#workspace = workspace;
    this.#random = makeRandomNumbers(seed);
    for (const output of this.#outputs) output.id = this.#newSubmission().id;
  }

  readonly #submissions = new Map<string, ReturnType<typeof aSubmission>>();

  #newSubmission() {
    const tags = this.#random() < 0.3 ? ['imported:test'] : [];
    const requireApproval = this.#random() < 0.2;
    const taskId = this.#random() < 0.5 ? 'task' : null;
    const submission = aSubmission({
      ...{ workspaceId: this.#workspace.id, tags, requireApproval, taskId },
      taskName: taskId,
    });
    this.#submissions.set(submission.id, submission);
    return submission;
  }

  #oneOf<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)]!;
  }

  async step(): Promise<void> {
    const output = this.#oneOf(this.#outputs);
    const { id, run } = output;
    const { api, token } = this.#workspace;
    const decision = this.#oneOf(['approved', 'rejected', 'handled', 'changed']);
    const comment = decision === 'changed' ? { comment: 'So.' } : {};
    const anyRun = this.#random() < 0.8 ? run : run + 1;
    const decide = async (client: typeof api) => {
      const override = this.#random() < 0.5;
      const body = { decision, override, ...comment };
      const before = await this.#countDecisions(id);
      await client.patch(`/api/logs/${id}/decision`, body);
      // A repeated decision changes nothing.
      if ((await this.#countDecisions(id)) > before) this.#inBulk.delete(id);
    };
    await this.#oneOf([
      () => t.submit(this.#submissions.get(id)!),
      () => t.submit(this.#submissions.get(id)!),
      () => this.#workspace.judged(id, this.#oneOf(ENDINGS), anyRun),
      () => this.#workspace.judged(id, this.#oneOf(ENDINGS), anyRun),
      () => this.#workspace.shadowed(id, this.#oneOf(SHADOWS), anyRun),
      () => decide(api),
      () => decide(token),
      () => api.patch(`/api/logs/${id}/status`, { status: 'flagged' }),
      () => this.#decideInBulk(id),
      () => this.#evaluateAgain(output),
      () => this.#delete(output),
    ])();
  }

  async #countDecisions(id: string): Promise<number> {
    const { rows } = await t.sql.query<{ n: string }>(
      'SELECT count(*) AS n FROM decisions WHERE workspace_id = $1 AND output_id = $2',
      [this.#workspace.id, id],
    );
    return Number(rows[0]?.n);
  }

  async #decideInBulk(id: string): Promise<void> {
    const action = this.#oneOf(['approve', 'reject']);
    const { body } = await this.#workspace.api.patch('/api/logs/bulk', { ids: [id], action });
    if ((body as { count: number }).count === 1) this.#inBulk.add(id);
  }

  async #evaluateAgain(output: { id: string; run: number }): Promise<void> {
    const answer = await this.#workspace.api.post(`/api/logs/${output.id}/evaluate`);
    if (answer.status === 202) output.run += 1;
  }

  /** Deletes an output half of the time, sends it a late result, and replaces it by a new one. */
  async #delete(output: { id: string; run: number }): Promise<void> {
    if (this.#random() < 0.5) return;
    const stored = (await this.#stored()).filter(({ id }) => id === output.id);
    const answer = await this.#workspace.api.delete(`/api/logs/${output.id}`);
    if (answer.status !== 200) return;
    this.#gone.push(...stored.map((each) => ({ ...each })));
    await this.#workspace.judged(output.id, ['r1@1:failed']);
    Object.assign(output, { id: this.#newSubmission().id, run: 1 });
  }

  async #stored(): Promise<readonly Stored[]> {
    return (await t.sql.query<Stored & Record<string, unknown>>(STORED, [this.#workspace.id])).rows;
  }

  /** The number of outputs by version, outcome, stratum, rate and label, computed from all rows. */
  async recounted(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const stored of [...(await this.#stored()), ...this.#gone]) {
      for (const applied of [stored.live, stored.shadow]) {
        if (applied === null || applied === '[]') continue;
        for (const [version, outcome] of JSON.parse(applied) as [string, string][]) {
          const key = [`${version}:${outcome}`, ...this.#standing(stored)].join(' ');
          counts[key] = (counts[key] ?? 0) + 1;
        }
      }
    }
    return counts;
  }

  #standing(stored: Stored): string[] {
    const passed = stored.flagged ? 'flagged' : 'passed';
    const stratum = stored.held ? 'held' : passed;
    const source = this.#labelSource(stored);
    const isSample = source !== '' && stratum === 'passed' && stored.sampled;
    const good = stored.decision === 'approved' ? 'good' : 'bad';
    const rate = stratum === 'passed' ? (stored.rate ?? 0) : 0;
    return [stratum, String(rate), source === '' ? 'none' : good, source, String(isSample)];
  }

  #labelSource({ id, decision, source, imported }: Stored): LabelSource | '' {
    if (decision === null || decision === 'handled' || source === 'deadline') return '';
    if (source === 'api' && imported) return 'imported';
    return this.#inBulk.has(id) ? 'bulk' : 'reviewed';
  }

  async counted(): Promise<Record<string, number>> {
    const { rows } = await t.sql.query<{ key: string; n: string }>(
      `SELECT concat_ws(' ', ending, stratum, sample_rate, label, label_source, is_sample::text) AS key,
         sum(n) AS n
       FROM outcome_counts c
       JOIN outcome_sets s ON s.workspace_id = c.workspace_id AND s.id = c.outcome_set,
         unnest(s.outcomes) AS ending
       WHERE c.workspace_id = $1 GROUP BY 1 HAVING sum(n) <> 0`,
      [this.#workspace.id],
    );
    return Object.fromEntries(rows.map(({ key, n }) => [key, Number(n)]));
  }
}

test.each([1, 2, 3, 4])(
  'the counts match a recount after random changes (seed %i)',
  async (seed) => {
    const workspace = await aTrustedWorkspace(t);
    if (seed % 2 === 0) await workspace.sample(0.5);
    const random = new RandomWorkspace(workspace, seed);
    for (let round = 0; round < 12; round += 1) {
      for (let step = 0; step < 12; step += 1) await random.step();
      expect({ round, counts: await random.counted() }).toEqual({
        round,
        counts: await random.recounted(),
      });
    }
    expect(Object.keys(await random.counted()).length).toBeGreaterThan(8);
  },
);

test('the counts are correct under concurrent changes', async () => {
  const workspace = await aTrustedWorkspace(t);
  const random = new RandomWorkspace(workspace, 5);
  const submissions = Array.from({ length: 20 }, () => aSubmission({ workspaceId: workspace.id }));
  for (const { id } of submissions) {
    await workspace.shadowed(id, ['s1@1:failed']);
  }
  await Promise.all([
    t.submit(...submissions),
    ...submissions.map(({ id }) => workspace.judged(id, ['r1@1:failed'])),
  ]);
  await Promise.all(
    submissions.flatMap(({ id }) => [
      workspace.decided(id, 'approved'),
      workspace.decided(id, 'rejected', { override: true }),
      workspace.shadowed(id, ['s1@1:passed'], 2),
      workspace.api.patch(`/api/logs/${id}/status`, { status: 'flagged' }),
      workspace.api.post(`/api/logs/${id}/evaluate`),
    ]),
  );
  expect(await random.counted()).toEqual(await random.recounted());
});
