import { beforeAll, expect, test } from '@jest/globals';
import type { SqlClient } from '@output-review/runtime';
import { watchReads } from '@output-review/runtime/testing';

import { aPerson, useTestReview } from '../../test/test-review.ts';
import { aTrustedWorkspace, type TrustedWorkspace } from '../../test/trusted-workspace.ts';
import type { RuleVersion } from '../details/rule-versions.ts';
import { countByStatus } from './counts.sql.ts';
import { resolveFilter } from './filter.sql.ts';

const t = useTestReview();
let workspace: TrustedWorkspace;
const ids: Record<string, string> = {};

beforeAll(async () => {
  workspace = await aTrustedWorkspace(t);
  ids['passed'] = await workspace.anOutput(['r1@1:passed']);
  ids['failed'] = await workspace.anOutput(['r1@1:failed', 'r2@1:passed', 'r3@1:passed']);
  ids['erred'] = await workspace.anOutput(['r1@2:error', 'r2@1:skipped']);
  ids['shadowed'] = await workspace.anOutput(['r2@1:passed']);
  await workspace.shadowed(ids['shadowed'], ['s1@1:failed', 'r3@1:failed']);
  await workspace.decided(ids['failed'], 'rejected');
  await workspace.decided(ids['shadowed'], 'approved');
});

const noRules = { lookUp: async () => new Map(), findId: async () => null };

const CASES: readonly (readonly [query: string, ...found: string[]])[] = [
  ['ruleId=r1&ruleVersion=1', 'passed', 'failed'],
  ['ruleId=r1&ruleVersion=2', 'erred'],
  ['ruleId=r1&ruleVersion=3'],
  ['ruleId=r1&ruleVersion=1&ruleOutcome=passed', 'passed'],
  ['ruleId=r1&ruleVersion=1&ruleOutcome=passed,failed', 'passed', 'failed'],
  ['ruleId=r1&ruleOutcome=error', 'erred'],
  ['ruleId=r1&ruleOutcome=error,passed', 'passed', 'erred'],
  ['ruleOutcome=skipped', 'erred'],
  ['ruleOutcome=failed,error', 'failed', 'erred'],
  // Only a filter by version finds shadow rules.
  ['ruleId=s1&ruleVersion=1', 'shadowed'],
  ['ruleId=s1&ruleVersion=2'],
  ['ruleId=r3&ruleVersion=1', 'failed', 'shadowed'],
  ['ruleId=s1&ruleVersion=1&ruleOutcome=failed', 'shadowed'],
  ['ruleId=s1&ruleVersion=1&ruleOutcome=passed'],
  ['ruleId=s1&ruleOutcome=failed'],
  ['ruleId=s1'],
  ['ruleId=r1&ruleVersion=1&label=bad', 'failed'],
  ['ruleId=r2&label=good&labelSource=reviewed', 'shadowed'],
  ['ruleId=r2&label=none', 'erred'],
];

test.each(CASES)('search and export find by %s', async (query, ...names) => {
  const expected = names.map((name) => ids[name]).sort();
  const found = await workspace.api.get(`/api/logs?fields=id&${query}`);
  const listed = (found.body as { executions: { id: string }[] }).executions.map(({ id }) => id);
  expect(listed.sort()).toEqual(expected);
  expect(found.body).toMatchObject({ total: expected.length });
  const response = await fetch(`${t.review.url}/api/logs/export?${query}`, {
    headers: await t.headersOf(aPerson(workspace.id)),
  });
  const text = await response.text();
  const lines = text.split('\n').filter((line) => line !== '');
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id).sort()).toEqual(expected);
});

test('of thousands of outcome sets, only the requested ones are read and none leaves the database', async () => {
  await t.sql.query(
    `INSERT INTO outcome_sets (workspace_id, id, outcomes, is_shadow)
     SELECT $1, n, ARRAY['r8@' || n % 3 || ':failed', 'r9@' || n % 2 || ':passed|6d', 'r7@' || n % 5 || ':skipped'], n > 3000
     FROM generate_series(1, 6000) AS n`,
    [workspace.id],
  );
  await t.sql.query('ANALYZE outcome_sets');
  const { steps, query } = watchReads(t.sql);
  let answered = 0;
  const counting: SqlClient['query'] = async (statement, values) => {
    const result = await query<never>(statement, values);
    answered += result.rows.length;
    return result;
  };
  const ofRule = { ruleId: 'r1', ruleVersion: 1 } as RuleVersion;
  const lookUp = async (_: unknown, versions: readonly string[]) =>
    new Map(versions.filter((id) => id.startsWith('r1@')).map((id) => [id, ofRule]));
  const findId = async () => 's1@1';
  const sources = { db: { query: counting }, ruleVersions: { lookUp, findId } };
  const asked = [
    { ruleId: 'r1', ruleOutcomes: ['failed', 'error'] },
    { ruleId: 'r1', ruleVersion: 1 },
    { ruleId: 's1', ruleVersion: 1 },
  ] as const;

  for (const of of asked) {
    const filter = { workspaceId: workspace.id, ...of };
    const resolved = await resolveFilter(sources, filter, '');
    expect(await countByStatus({ query: counting }, resolved)).not.toEqual([]);
  }

  const ofSets = steps.filter((step) => step['Relation Name'] === 'outcome_sets');
  const read = ofSets.map((step) => step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0));
  expect(read).not.toEqual([]);
  expect(Math.max(...read)).toBeLessThan(10);
  expect(answered).toBeLessThan(20);
});

test('an evaluator of the previous release finds shadow rules by version', async () => {
  const ofRule = { ruleId: 's1', ruleVersion: 1 } as RuleVersion;
  const lookUp = async (_: unknown, ids: readonly string[]) =>
    new Map(ids.filter((id) => id.startsWith('s1@1')).map((id) => [id, ofRule]));
  const sources = { db: t.sql, ruleVersions: { lookUp, findId: async () => undefined } };
  const filter = { workspaceId: workspace.id, ruleId: 's1', ruleVersion: 1 };

  const { rules } = await resolveFilter(sources, filter, '');

  expect(rules).toMatchObject({ live: [], shadow: { length: 4 } });
  expect(rules).toHaveProperty('shadow.0.versionId', 's1@1');
});

test('of many rule sets, a search by rule loads each version once, and the numbers of the sets that have it', async () => {
  const other = await aTrustedWorkspace(t);
  await t.sql.query(
    `INSERT INTO rule_sets (workspace_id, id, version_ids)
     SELECT $1, n, ARRAY(SELECT 'r' || rule || '@' || n % 2 FROM generate_series(1, 100) AS rule)
     FROM generate_series(1, 1000) AS n`,
    [other.id],
  );
  let loaded = 0;
  const counting: SqlClient['query'] = async (statement, values) => {
    const result = await t.sql.query<never>(statement, values);
    loaded += JSON.stringify(result.rows).length;
    return result;
  };
  const lookUp = async () => new Map([['r1@1', { ruleId: 'r1' } as RuleVersion]]);
  const sources = { db: { query: counting }, ruleVersions: { ...noRules, lookUp } };

  const { rules } = await resolveFilter(sources, { workspaceId: other.id, ruleId: 'r1' }, '');

  const odd = Array.from({ length: 500 }, (_, n) => String(2 * n + 1));
  expect(rules).toEqual({ kind: 'applied', ruleSets: expect.arrayContaining(odd) });
  expect(rules).toHaveProperty('ruleSets.length', 500);
  expect(loaded).toBeLessThan(20_000);
});

test('a judge outcome is found whatever its model, also one that thousands of sets have', async () => {
  const other = await aTrustedWorkspace(t);
  await t.sql.query(
    `INSERT INTO outcome_sets (workspace_id, id, outcomes, is_shadow)
     SELECT $1, n, ARRAY['j@1:' || CASE WHEN n % 10 = 0 THEN 'error' ELSE 'failed' END || '|' || to_hex(n), 'k@1:passed'], false
     FROM generate_series(1, 20000) AS n`,
    [other.id],
  );
  await t.sql.query(
    `INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible, status, outcome_set, rule_set)
     SELECT $1, 'o' || n, now(), now(), now(), true, 'flagged', n, 1 FROM generate_series(1, 20000) AS n`,
    [other.id],
  );
  await t.sql.query(
    `INSERT INTO rule_sets (workspace_id, id, version_ids) VALUES ($1, 1, '{j@1,k@1}')`,
    [other.id],
  );

  for (const [query, total] of [
    ['ruleOutcome=error', 2_000],
    ['ruleOutcome=failed,error', 20_000],
    ['ruleId=j&ruleOutcome=error', 2_000],
    ['ruleId=j&ruleOutcome=failed,error', 20_000],
    ['ruleId=k&ruleOutcome=error', 0],
    ['ruleId=k&ruleVersion=1', 20_000],
  ] as const) {
    const { body } = await other.api.get(`/api/logs?fields=id&limit=1&${query}`);
    expect([query, body]).toMatchObject([query, { total }]);
  }

  await t.sql.query('ANALYZE outcome_sets');
  // Makes the sets larger than the memory that the planner assumes, like a million sets on a server.
  const read = await t.sql.transaction(async (tx) => {
    await tx.query(`SET LOCAL work_mem = '64kB'`);
    const { reads, query } = watchReads(tx);
    const filter = { workspaceId: other.id, ruleOutcomes: ['error'] } as const;
    await countByStatus(
      { query },
      await resolveFilter({ db: tx, ruleVersions: noRules }, filter, ''),
    );
    return Math.max(...reads);
  });
  expect(read).toBeLessThan(100_000);
});

test('an invalid rule filter is 400 with the field', async () => {
  for (const [query, field] of [
    ['ruleVersion=1', 'ruleVersion'],
    ['ruleId=r1&ruleVersion=0', 'ruleVersion'],
    ['ruleOutcome=passed,', 'ruleOutcome'],
    ['label=any', 'label'],
  ] as const) {
    const answer = await workspace.api.get(`/api/logs?${query}`);
    expect([query, answer]).toMatchObject([query, { status: 400 }]);
    expect((answer.body as { fields: object }).fields).toHaveProperty([field]);
  }
});
