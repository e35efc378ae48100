import { newId } from '@output-review/runtime';
import { describe, expect, test } from '@jest/globals';
import type { ApiClient } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { useTestEvaluator } from '../../test/use-test-evaluator.ts';

const evaluator = useTestEvaluator();

const KEYWORD = { name: 'No promises', type: 'keyword_forbidden', value: 'guarantee' };

interface RuleBody {
  id: string;
  version: number;
}

async function newWorkspace(): Promise<ApiClient> {
  return evaluator.api(newId());
}

async function create(api: ApiClient, fields: object = {}): Promise<RuleBody> {
  const answer = await api.post('/api/rules', { ...KEYWORD, ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as RuleBody;
}

test('is answered as it was saved, even if another request deletes it at once', async () => {
  const api = await newWorkspace();
  const { id } = await create(api);
  const admin = new Client({ connectionString: evaluator.database.adminUrl });
  await admin.connect();
  try {
    // At the end of the transaction that saves it.
    await admin.query(`
      CREATE FUNCTION evaluator.delete_rule() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN DELETE FROM evaluator.rules WHERE id = NEW.id; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER fleeting AFTER INSERT OR UPDATE ON evaluator.rules
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evaluator.delete_rule()`);

    expect(await api.post('/api/rules', KEYWORD)).toMatchObject({ status: 201, body: KEYWORD });
    expect(await api.patch(`/api/rules/${id}`, { name: 'Other' })).toMatchObject({
      ...{ status: 200, body: { name: 'Other', version: 2 } },
    });
  } finally {
    await admin.query('DROP FUNCTION IF EXISTS evaluator.delete_rule CASCADE');
    await admin.end();
  }
  expect(await api.get('/api/rules')).toMatchObject({ body: [] });
});

describe('the mode of a rule', () => {
  const modeOf = async (api: ApiClient, id: string, change: object) =>
    (await api.patch(`/api/rules/${id}`, change)).body;

  test('is set by a request, or derived from `isActive`', async () => {
    const api = await newWorkspace();
    const { id } = await create(api, { mode: 'shadow', shadowRate: 0.25 });

    const shadow = { mode: 'shadow', isActive: true, shadowRate: 0.25 };
    expect(await modeOf(api, id, { isActive: true })).toMatchObject(shadow);
    expect(await modeOf(api, id, { name: 'N' })).toMatchObject({ ...shadow, version: 2 });
    const off = { mode: 'off', isActive: false };
    expect(await modeOf(api, id, { isActive: false })).toMatchObject(off);
    expect(await modeOf(api, id, { description: 'Why.' })).toMatchObject(off);
    const live = { mode: 'live', isActive: true };
    expect(await modeOf(api, id, { isActive: true })).toMatchObject({ ...live, shadowRate: 0.25 });
    expect(await modeOf(api, id, { ...shadow, shadowRate: 0 })).toMatchObject({
      ...{ mode: 'shadow', isActive: true, shadowRate: 0 },
    });
    expect(await modeOf(api, id, off)).toMatchObject({ ...off, version: 7 });
    expect(await create(api, { isActive: false })).toMatchObject(off);
    expect(await create(api)).toMatchObject({ ...live, shadowRate: 1 });
  });

  test('stays the same for older rules, and a replica of the previous release applies no shadow rule', async () => {
    const api = await newWorkspace();
    const { id } = await create(api, { mode: 'shadow' });
    const admin = new Client({ connectionString: evaluator.database.adminUrl });
    await admin.connect();
    const row = async (assignments = 'id = id') => {
      const { rows } = await admin.query<{ is_active: boolean; is_shadow: boolean }>(
        `UPDATE evaluator.rules SET ${assignments} WHERE id = $1 RETURNING is_active, is_shadow`,
        [id],
      );
      return rows[0];
    };
    const shown = async () => (await api.get(`/api/rules/${id}`)).body;

    expect(await row()).toEqual({ is_active: false, is_shadow: true });
    // As that replica activates it, without knowing shadow mode.
    await row('is_active = true');
    expect(await shown()).toMatchObject({ mode: 'live', isActive: true });
    await row('is_active = true, is_shadow = DEFAULT');
    expect(await shown()).toMatchObject({ mode: 'live', isActive: true, shadowRate: 1 });
    await row('is_active = false');
    expect(await shown()).toMatchObject({ mode: 'off', isActive: false });
    await admin.end();
  });
});

describe('a rule', () => {
  test('is returned with every key, and listed', async () => {
    const api = await newWorkspace();

    const created = await api.post('/api/rules', KEYWORD);

    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      ...KEYWORD,
      description: null,
      mode: 'live',
      isActive: true,
      shadowRate: 1,
      projectId: null,
      projectName: null,
      taskName: null,
      llmJudgeProvider: null,
      llmJudgeModel: null,
      judgeFiles: false,
      approvals: null,
      version: 1,
      createdAt: evaluator.clock.now().toISOString(),
      updatedAt: evaluator.clock.now().toISOString(),
    });
    const { id } = created.body as RuleBody;
    expect(await api.get('/api/rules')).toMatchObject({ status: 200, body: [created.body] });
    expect(await api.get(`/api/rules/${id}`)).toMatchObject({ status: 200, body: created.body });
  });

  test('creates the project and task that it names, once for all spellings', async () => {
    const api = await newWorkspace();
    const first = await create(api, { projectName: `Söpport ${newId()}`, taskName: 'Refunds' });
    const { projectName } = first as unknown as { projectName: string };

    const second = await create(api, {
      projectName: projectName.toUpperCase(),
      taskName: 'REFUNDS',
    });

    expect(first).toMatchObject({ projectId: expect.any(String), taskName: 'Refunds' });
    expect(second).toMatchObject({ ...first, id: second.id, projectName, taskName: 'Refunds' });
  });

  test('is changed in a new version, and keeps fields that are not sent', async () => {
    const api = await newWorkspace();
    const rule = await create(api, { description: 'Legal asked for it', projectName: newId() });

    const changed = await api.patch(`/api/rules/${rule.id}`, { value: 'promise', taskName: 'T' });

    expect(changed).toMatchObject({
      status: 200,
      body: { ...rule, value: 'promise', taskName: 'T', version: 2 },
    });
    const moved = await api.patch(`/api/rules/${rule.id}`, { projectName: newId() });
    expect(moved).toMatchObject({ status: 200, body: { taskName: null, version: 3 } });
  });

  test('has no new version if a change has no effect', async () => {
    const api = await newWorkspace();
    const place = { projectName: newId(), taskName: 'Refunds' };
    const approvals = { needed: 2, notSubmitter: true };
    const { id } = await create(api, { ...place, approvals });
    const { body: rule } = await api.get(`/api/rules/${id}`);

    for (const change of [KEYWORD, place, { approvals }, rule as object])
      expect(await api.patch(`/api/rules/${id}`, change)).toMatchObject({
        status: 200,
        body: rule,
      });

    expect(await api.patch(`/api/rules/${id}`, { description: 'Why.' })).toMatchObject({
      body: { version: 2 },
    });
  });

  test('of type json_valid accepts an empty value, or a schema instead', async () => {
    const api = await newWorkspace();
    const created = await api.post('/api/rules', { name: 'JSON', type: 'json_valid', value: '' });
    expect(created).toMatchObject({ status: 201, body: { value: '' } });
    const { id } = created.body as RuleBody;

    const value = '{"type":"object"}';
    expect(await api.patch(`/api/rules/${id}`, { value })).toMatchObject({ body: { value } });
    expect(await api.patch(`/api/rules/${id}`, { value: '{}' })).toMatchObject({
      status: 200,
      body: { value: '{}', version: 3 },
    });
  });

  test('is not found after its deletion', async () => {
    const api = await newWorkspace();
    const { id } = await create(api);

    expect(await api.delete(`/api/rules/${id}`)).toMatchObject({ status: 200, body: { ok: true } });

    expect(await api.get(`/api/rules/${id}`)).toMatchObject({ status: 404 });
    expect(await api.patch(`/api/rules/${id}`, { name: 'x' })).toMatchObject({ status: 404 });
    expect(await api.delete(`/api/rules/${id}`)).toMatchObject({ status: 404 });
    expect(await api.get('/api/rules')).toMatchObject({ status: 200, body: [] });
  });

  test('of another workspace is not found, and its id reveals nothing', async () => {
    const { id } = await create(await newWorkspace());
    const other = await newWorkspace();

    for (const answer of [
      await other.get(`/api/rules/${id}`),
      await other.patch(`/api/rules/${id}`, { name: 'x' }),
      await other.delete(`/api/rules/${id}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });

  test('can be read by viewers and written by managers', async () => {
    const workspaceId = newId();
    const { id } = await create(await evaluator.api(workspaceId));

    for (const role of ['viewer', 'reviewer'] as const) {
      const api = await evaluator.api(workspaceId, role);
      expect((await api.get('/api/rules')).status).toBe(200);
      expect((await api.get(`/api/rules/${id}`)).status).toBe(200);
      expect((await api.post('/api/rules', KEYWORD)).status).toBe(403);
      expect((await api.patch(`/api/rules/${id}`, { name: 'x' })).status).toBe(403);
      expect((await api.delete(`/api/rules/${id}`)).status).toBe(403);
      expect((await api.post('/api/rules/evaluate', { rule: KEYWORD })).status).toBe(403);
    }
  });
});

describe('an invalid rule is rejected with the reason', () => {
  test.each<[string, object, string, RegExp]>([
    ['no name', { name: '' }, 'name', /blank/],
    [
      'an unknown type',
      { type: 'sentiment' },
      'type',
      /keyword_required, keyword_forbidden, regex_/,
    ],
    ['a blank keyword', { value: ' ' }, 'value', /the word or phrase/],
    ['a number as value', { value: 7 }, 'value', /string/],
    ['a value too long', { value: 'x'.repeat(65_537) }, 'value', /65536 bytes/],
    ['a backreference', { type: 'regex_forbidden', value: '(a+)\\1' }, 'value', /RE2/],
    [
      'a pattern too large',
      { type: 'regex_forbidden', value: '(?:a{1000}){1000}' },
      'value',
      /RE2/,
    ],
    ['a length in words', { type: 'min_length', value: 'ten' }, 'value', /number of characters/],
    ['an invalid schema', { type: 'json_valid', value: '7' }, 'value', /a JSON Schema.*: it must/],
    ['a JSONPath', { type: 'json_field_exists', value: '$.a' }, 'value', /like "total"/],
    ['bounds in words', { type: 'json_field_range', value: '1 to 2' }, 'value', /such as \{"path"/],
    ['a confidence in percent', { type: 'confidence_min', value: '80' }, 'value', /from 0 to 1/],
    ['a task without a project', { taskName: 'T' }, 'taskName', /projectName/],
    ['a name too long', { name: 'n'.repeat(201) }, 'name', /200/],
    ['a text for a boolean', { isActive: 'yes' }, 'isActive', /boolean/],
    ['an unknown mode', { mode: 'paused' }, 'mode', /live, shadow, off/],
    ['a share above 1', { shadowRate: 1.01 }, 'shadowRate', /1/],
    ['a share below 0', { shadowRate: -0.1 }, 'shadowRate', /0/],
    ['a share in words', { shadowRate: 'half' }, 'shadowRate', /number/],
    ['a mode that is off and active', { mode: 'off', isActive: true }, 'isActive', /“off”/],
    ['one in shadow that is off', { mode: 'shadow', isActive: false }, 'isActive', /“shadow”/],
  ])('%s', async (_, ...[fields, field, message]) => {
    const api = await newWorkspace();

    expect(await api.post('/api/rules', { ...KEYWORD, ...fields })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: { [field]: expect.stringMatching(message) } },
    });
    expect((await api.get('/api/rules')).body).toEqual([]);
  });

  test('reports a contradicting mode and a value of another type together', async () => {
    const api = await newWorkspace();
    const { id } = await create(api);
    const fields = { type: 'min_length', value: 'ten', mode: 'live', isActive: false };
    const refused = {
      status: 400,
      body: { fields: { value: expect.any(String), isActive: expect.any(String) } },
    };

    expect(await api.post('/api/rules', { ...KEYWORD, ...fields })).toMatchObject(refused);
    expect(await api.patch(`/api/rules/${id}`, fields)).toMatchObject(refused);
    for (const field of ['mode', 'shadowRate']) {
      expect(await api.patch(`/api/rules/${id}`, { [field]: null })).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      });
    }
    expect((await api.get('/api/rules')).body).toMatchObject([{ mode: 'live', version: 1 }]);
  });

  test('reports a stored value that no longer works only if it is sent or the rule is turned on', async () => {
    const api = await newWorkspace();
    const { id } = await create(api);
    const admin = new Client({ connectionString: evaluator.database.adminUrl });
    await admin.connect();
    await admin.query(
      `UPDATE evaluator.rules SET type = 'regex_forbidden', value = '(' WHERE id = $1`,
      [id],
    );
    await admin.end();
    const change = async (body: object) => (await api.patch(`/api/rules/${id}`, body)).status;

    expect(await change({ name: 'Renamed' })).toBe(200);
    expect(await change({ mode: 'shadow' })).toBe(200);
    expect(await change({ isActive: false })).toBe(200);
    expect(await change({ isActive: true })).toBe(400);
    expect(await change({ mode: 'shadow' })).toBe(400);
    expect(await change({ type: 'keyword_forbidden', isActive: true })).toBe(200);
  });

  test('returns 400 for an id and a name that contradict each other, and 404 for an unknown id', async () => {
    const api = await newWorkspace();
    const one = (await create(api, { projectName: newId() })) as RuleBody & { projectId: string };
    const { projectId } = one;

    expect(
      await api.post('/api/rules', { ...KEYWORD, projectId, projectName: newId() }),
    ).toMatchObject({ status: 400, body: { fields: { projectName: expect.any(String) } } });
    expect(await api.post('/api/rules', { ...KEYWORD, projectId: newId() })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', fields: { projectId: expect.any(String) } },
    });
  });

  test('returns 400 above the maximum number of rules, and creates no project', async () => {
    const api = await newWorkspace();
    const { id } = await create(api);
    const admin = new Client({ connectionString: evaluator.database.adminUrl });
    await admin.connect();
    await admin.query(
      `INSERT INTO evaluator.rules
       SELECT (jsonb_populate_record(r, jsonb_build_object('id', 'copy-' || n))).*
       FROM evaluator.rules r, generate_series(1, 999) AS n WHERE r.id = $1`,
      [id],
    );
    const projectName = newId();

    expect(await api.post('/api/rules', { ...KEYWORD, projectName })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('at most 1000 rules') },
    });

    const { rows } = await admin.query('SELECT FROM evaluator.registry_entries WHERE name = $1', [
      projectName,
    ]);
    await admin.end();
    expect(rows).toEqual([]);

    // Room for one, and three that see it.
    await api.delete(`/api/rules/${id}`);
    const answers = await Promise.all([1, 2, 3].map(() => api.post('/api/rules', KEYWORD)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  test('changes nothing if the value does not fit the new type', async () => {
    const api = await newWorkspace();
    const { id } = await create(api);

    expect(await api.patch(`/api/rules/${id}`, { type: 'max_length' })).toMatchObject({
      status: 400,
      body: { fields: { value: expect.stringMatching(/number/) } },
    });
    expect(await api.patch(`/api/rules/${id}`, {})).toMatchObject({ status: 400 });
    expect(await api.get(`/api/rules/${id}`)).toMatchObject({ body: { ...KEYWORD, version: 1 } });
  });

  test('rejects rules for a project being deleted, and keeps a project that has a rule', async () => {
    const workspaceId = newId();
    const api = await evaluator.api(workspaceId);
    const internal = await evaluator.internal();
    const name = newId();
    const rule = (await create(api, { projectName: name })) as RuleBody & { projectId: string };
    const entry = { workspaceId, kind: 'project', id: rule.projectId };

    expect(await internal.post('/internal/registry/close', entry)).toMatchObject({
      body: { isEmpty: false },
    });
    await api.delete(`/api/rules/${rule.id}`);
    expect(await internal.post('/internal/registry/close', entry)).toMatchObject({
      body: { isEmpty: true },
    });
    expect((await api.post('/api/rules', { ...KEYWORD, projectName: name })).status).toBe(503);
    await internal.post('/internal/registry/reopen', entry);
    expect((await api.post('/api/rules', { ...KEYWORD, projectName: name })).status).toBe(201);
  });
});
