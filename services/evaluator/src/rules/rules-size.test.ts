import { expect, test } from '@jest/globals';
import { newId } from '@output-review/runtime';
import type { ApiClient } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { useTestEvaluator } from '../../test/use-test-evaluator.ts';

const evaluator = useTestEvaluator();

const VALUE_BYTES_MAX = 65_536;

const valueOf = (bytes: number): string => `é${'x'.repeat(bytes - 2)}`;

async function query(sql: string, values: readonly unknown[]): Promise<{ id: string }[]> {
  const admin = new Client({ connectionString: evaluator.database.adminUrl });
  await admin.connect();
  const { rows } = await admin.query<{ id: string }>(sql, [...values]);
  await admin.end();
  return rows;
}

/** A workspace with this many rules of the maximum value size. */
async function withLargeRules(count: number): Promise<{ api: ApiClient; id: string }> {
  const api = await evaluator.api(newId());
  const { status, body } = await api.post('/api/rules', {
    ...{ name: 'Large', type: 'llm_judge', value: valueOf(VALUE_BYTES_MAX), isActive: false },
  });
  expect(status).toBe(201);
  const { id } = body as { id: string };
  await query(
    `INSERT INTO evaluator.rules
     SELECT (jsonb_populate_record(r, jsonb_build_object('id', 'copy-' || n || r.id))).*
     FROM evaluator.rules r, generate_series(2, $2) AS n WHERE r.id = $1`,
    [id, count],
  );
  return { api, id };
}

const SMALL = { name: 'Small', type: 'keyword_forbidden', value: 'refund' };

const TOO_LARGE = {
  status: 400,
  body: {
    code: 'VALIDATION_FAILED',
    fields: { value: expect.stringMatching(/at most 8388608 bytes/) },
  },
};

test('limits the values of all rules of a workspace to 8 MB, and accepts those that fit', async () => {
  const { api, id } = await withLargeRules(127);

  const last = await api.post('/api/rules', { ...SMALL, value: 'x'.repeat(VALUE_BYTES_MAX) });

  expect(last).toMatchObject({ status: 201 });
  const projectName = newId();
  expect(await api.post('/api/rules', { ...SMALL, projectName })).toMatchObject(TOO_LARGE);
  const path = `/api/rules/${id}`;
  expect(await api.patch(path, { value: valueOf(VALUE_BYTES_MAX - 6) })).toMatchObject({
    status: 200,
  });
  expect(await api.post('/api/rules', SMALL)).toMatchObject({ status: 201 });
  expect(await api.patch(path, { value: valueOf(VALUE_BYTES_MAX - 5) })).toMatchObject(TOO_LARGE);
  expect(await api.get(path)).toMatchObject({ body: { version: 2 } });
});

test('returns values of rule versions up to the requested size, and the sizes of all', async () => {
  const workspaceId = newId();
  const api = await evaluator.api(workspaceId);
  const values = ['é', 'yyy', 'z'];
  for (const value of values) await api.post('/api/rules', { ...SMALL, value });
  const rows = await query(
    `SELECT version_id AS id FROM evaluator.rules WHERE workspace_id = $1
     ORDER BY array_position($2, value)`,
    [workspaceId, values],
  );
  const ids = rows.map(({ id }) => id);
  const internal = await evaluator.internal();
  const valuesOf = async (valueBytesMax?: number) => {
    const body = { workspaceId, ids: [...ids, 'unknown', ...ids], valueBytesMax };
    const answer = await internal.post('/internal/rule-versions', body);
    const { versions } = answer.body as {
      versions: { ruleVersionId: string; ruleValue: string | null; valueBytes?: number }[];
    };
    const byId = new Map(versions.map((each) => [each.ruleVersionId, each]));
    // A caller without the parameter is of a release that does not know sizes.
    const sizes = valueBytesMax === undefined ? [undefined, undefined, undefined] : [2, 3, 1];
    expect(ids.map((id) => byId.get(id)?.valueBytes)).toEqual(sizes);
    expect(versions).toHaveLength(3);
    return ids.map((id) => byId.get(id)?.ruleValue);
  };

  expect(await valuesOf()).toEqual(values);
  expect(await valuesOf(6)).toEqual(values);
  expect(await valuesOf(5)).toEqual(['é', 'yyy', null]);
  expect(await valuesOf(4)).toEqual(['é', null, null]);
  expect(await valuesOf(0)).toEqual([null, null, null]);
  const elsewhere = { workspaceId: newId(), ids };
  expect((await internal.post('/internal/rule-versions', elsewhere)).body).toEqual({
    versions: [],
  });
});

test('finds versions of a rule by their numbers, also of a deleted rule, and only in its workspace', async () => {
  const workspaceId = newId();
  const api = await evaluator.api(workspaceId);
  const { body } = await api.post('/api/rules', SMALL);
  const { id: ruleId } = body as { id: string };
  await api.patch(`/api/rules/${ruleId}`, { value: 'later' });
  expect(await api.delete(`/api/rules/${ruleId}`)).toMatchObject({ status: 200 });
  const internal = await evaluator.internal();
  const find = async (ruleVersion: number, where = workspaceId) => {
    const asked = { workspaceId: where, ids: [], numbered: { ruleId, ruleVersion } };
    const answer = await internal.post('/internal/rule-versions', asked);
    return (answer.body as { numberedId: string | null }).numberedId;
  };

  const ids = [await find(1), await find(2)];

  const found = await internal.post('/internal/rule-versions', { workspaceId, ids });
  expect(found).toMatchObject({
    body: {
      versions: [
        { ruleId, ruleVersion: 1 },
        { ruleId, ruleVersion: 2 },
      ],
    },
  });
  expect(await find(3)).toBeNull();
  expect(await find(1, newId())).toBeNull();
});

test('lets rules above the limit be changed and shortened, but not grow', async () => {
  const { api, id } = await withLargeRules(200);
  const path = `/api/rules/${id}`;

  expect(await api.patch(path, { name: 'Renamed' })).toMatchObject({ status: 200 });
  expect(await api.patch(path, { value: valueOf(100) })).toMatchObject({ status: 200 });
  expect(await api.patch(path, { value: valueOf(101) })).toMatchObject(TOO_LARGE);
  expect(await api.post('/api/rules', SMALL)).toMatchObject(TOO_LARGE);
});
