import { beforeAll, describe, expect, test } from '@jest/globals';
import { type OutputsSubmitted, TOPICS } from '@output-review/contracts';
import { ALL_CONNECTIONS, awaitedLocks, eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { useTestGateway } from '../../test/start-test-gateway.ts';
import { neighbourOf } from '../../test/submitting/neighbour-of.ts';

const system = useTestGateway({ ...ALL_CONNECTIONS, rateLimitPerMinute: 0 });
const sent: OutputsSubmitted[] = [];

beforeAll(() => {
  system.bus.subscribe({
    topic: TOPICS.outputsSubmitted,
    group: 'test',
    batchMax: 500,
    handle: async (batch) => {
      for (const event of batch) sent.push(event.data as OutputsSubmitted);
    },
  });
});

const submit = (body: object, headers: Record<string, string> = {}) =>
  system.tokenApi.post('/api/logs', { project: 'Support', output: 'text', ...body }, headers);
const sentOf = (id: string) => sent.filter((event) => event.id === id);
const projectsOf = async (id: string): Promise<readonly string[]> => {
  const { rows } = await system.sql.query<{ project_id: string }>(
    'SELECT project_id FROM submissions WHERE id = $1',
    [id],
  );
  return rows.map((row) => row.project_id);
};

async function bytesInFlight(): Promise<number> {
  const metrics = await (await fetch(`${system.gateway.url}/metrics`)).text();
  return Number(
    /^output_review_bodies_in_flight_bytes\{sender="callers"\} (.*)$/m.exec(metrics)?.[1],
  );
}

describe('accepting', () => {
  test('stores what is answered 202 with its event, and sends the event', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => submit({ output: `${n}` })),
    );

    const ids = answers.map(({ body }) => (body as { id: string }).id);
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(202));
    expect(new Set(ids).size).toBe(100);
    expect(answers[7]?.headers.get('location')).toBe(`/api/logs/${ids[7]}`);
    await eventually(() => {
      expect(ids.filter((id) => sentOf(id).length === 0)).toEqual([]);
    });
    await eventually(async () => {
      expect((await system.sql.query('SELECT FROM submission_outbox')).rowCount).toBe(0);
    });
  });

  test('no commit takes more than its share of bytes, whatever the submissions consist of', async () => {
    await submit({ output: 'The project is known from now on.' });
    const client = new Client(system.connection);
    await client.connect();
    await client.query('BEGIN; LOCK TABLE submissions IN EXCLUSIVE MODE');
    const large = { text: 'x'.repeat(60_000) };
    const action = { name: 'a', summary: 's', params: large };
    const answers = Promise.all(
      Array.from({ length: 100 }, () => submit({ task: 'Large', metadata: large, action })),
    );
    // All have arrived, and wait for those that wait for the lock.
    await eventually(async () => expect(await bytesInFlight()).toBeGreaterThan(12_000_000));
    await client.end();

    expect((await answers).map(({ status }) => status)).toEqual(Array(100).fill(202));
    const { rows } = await system.sql.query<{ bytes: string }>(
      `SELECT sum(octet_length(body)) AS bytes FROM submissions
       WHERE body LIKE '%"Large"%' GROUP BY xmin ORDER BY 1 DESC`,
    );
    expect(Number(rows[0]?.bytes)).toBeLessThan(9_000_000);
  });

  test('the event contains everything that was submitted, in normal form', async () => {
    const { body } = await submit({
      id: 'full-1',
      task: 'Refunds',
      input: 'question',
      sessionId: 's',
      subjectId: 'u',
      actorId: 'a',
      model: 'm',
      latencyMs: 12.5,
      costUsd: 0.01,
      confidence: 0.5,
      timestamp: '2020-02-03T04:05:06+02:00',
      tags: ['x', 'y'],
      metadata: { keep: 0, alsoKeep: false, nothing: null, blank: ' ', deep: { none: null } },
      action: { name: 'refund', summary: 'Pay back', params: { amount: 3 } },
      requireApproval: true,
      callbackUrl: 'https://example.com/hook?secret=1',
      respondBy: 'PT30M',
      onDeadline: 'reject',
      instructionsVersion: 4,
      nmae: 'typo',
    });

    expect(body).toEqual({ ok: true, id: 'full-1', status: 'pending' });
    await eventually(() => {
      expect(sentOf('full-1')).toHaveLength(1);
    });
    const [event] = sentOf('full-1');
    expect(event).toMatchObject({
      projectName: 'Support',
      taskName: 'Refunds',
      timestamp: '2020-02-03T02:05:06.000Z',
      callbackEvents: 'decisions',
      respondBy: 'PT30M',
      onDeadline: 'reject',
      instructionsVersion: 4,
      ignoredFields: ['nmae'],
      content: {
        metadata: { keep: 0, alsoKeep: false, deep: { none: null } },
        action: { name: 'refund', summary: 'Pay back', params: { amount: 3 } },
      },
    });
    expect(JSON.stringify(event)).not.toContain('secret=1');
  });

  test('ignores parameters in the query, and names them', async () => {
    const path = '/api/logs?requireApproval=true&a%20b&%00=%ff';
    const body = { project: 'Support', output: 'text', id: 'by-query', nmae: 'typo' };
    const { status, headers } = await system.tokenApi.post(path, body);

    expect([status, headers.get('x-ignored-fields')]).toEqual([
      202,
      'requireApproval, a%20b, %2500, nmae',
    ]);
    await eventually(() => {
      expect(sentOf('by-query')).toMatchObject([
        { requireApproval: false, ignoredFields: ['requireApproval', 'a b', '%00', 'nmae'] },
      ]);
    });
    const unreadable = await system.tokenApi.post('/api/logs?a=%00&b=%ff&b=1', body);
    expect([unreadable.status, unreadable.headers.get('x-ignored-fields')]).toEqual([
      202,
      'a, b, nmae',
    ]);
  });

  test('a row that fails in a shared insert does not fail those of other callers', async () => {
    await system.sql.query(`
      CREATE FUNCTION refuse_bad() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.id = 'bad-row' THEN RAISE 'no' USING ERRCODE = '22000'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER refuse_bad BEFORE INSERT ON submissions FOR EACH ROW EXECUTE FUNCTION refuse_bad();`);

    const ids = [...Array.from({ length: 20 }, (_, n) => `good-${n}`), 'bad-row'];
    const answers = await Promise.all(ids.map((id) => submit({ id })));

    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(answers[20]).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
    expect(await projectsOf('bad-row')).toEqual([]);
    await system.sql.query('DROP TRIGGER refuse_bad ON submissions');
  });

  test('a token that is revoked while its row waits for the insert drops only that row', async () => {
    const token = `wh-${'d'.repeat(43)}`;
    await system.sql.query(
      `INSERT INTO tokens (id, workspace_id, name, hash, hint, scopes, created_at)
       SELECT 'dying', id, 'dying', sha256($1), 'dddd', '{submit}', now() FROM workspaces LIMIT 1`,
      [Buffer.from(token)],
    );
    await submit({ id: 'before-the-lock' });
    await system.sql.query('BEGIN');
    await system.sql.query('LOCK TABLE submission_outbox IN ACCESS EXCLUSIVE MODE');
    const dying = system.api.post(
      '/api/logs',
      { project: 'Support', output: 'late', id: 'of-a-dead-token' },
      { authorization: `Bearer ${token}` },
    );
    const living = submit({ id: 'of-a-living-token' });
    await eventually(async () => {
      const waiting = awaitedLocks(system.sql, "relation = 'submission_outbox'::regclass");
      expect(await waiting).not.toEqual([]);
    });
    await system.sql.query(`UPDATE tokens SET revoked_at = now() WHERE id = 'dying'`);
    await system.sql.query('COMMIT');

    expect(await dying).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(await living).toMatchObject({ status: 202 });
    expect(await projectsOf('of-a-dead-token')).toEqual([]);
  });

  test.each([
    ['revoked', 'revoked_at'],
    ['expired', 'expires_at'],
  ])('a recently used token that is %s gets 401 for every request', async (id, column) => {
    const token = `wh-${id.padEnd(43, 'r')}`;
    await system.sql.query(
      `INSERT INTO tokens (id, workspace_id, name, hash, hint, scopes, created_at)
       SELECT $2, id, $2, sha256($1), 'rrrr', '{submit}', now() FROM workspaces LIMIT 1`,
      [Buffer.from(token), id],
    );
    const send = (body: object) =>
      system.api.post('/api/logs', body, { authorization: `Bearer ${token}` });
    const good = { project: 'Support', output: 'text', id: `before-${id}` };
    const end = (at: string) =>
      system.sql.query(`UPDATE tokens SET ${column} = ${at} WHERE id = $1`, [id]);

    for (const body of [
      { project: 'Support', output: 'text', id: `after-${id}` },
      good,
      { project: 7 },
      { project: 'Support', output: 'text', revisionOf: 'nobody' },
    ]) {
      // Remembered from now on.
      await end('NULL');
      expect(await send(good)).toMatchObject({ status: 202 });
      // Not now: an expiry is also compared with the gateway's clock, which may be a moment behind the database's.
      await end(`now() - interval '1 second'`);

      expect(await send(body)).toMatchObject({ status: 401 });
    }
    expect(await projectsOf(`after-${id}`)).toEqual([]);
  });

  test('a refused submission creates no project and no task', async () => {
    await submit({ id: 'taken', project: 'Support' });
    const revoked = `wh-${'v'.repeat(43)}`;
    await system.sql.query(
      `INSERT INTO tokens (id, workspace_id, name, hash, hint, scopes, created_at)
       SELECT 'revoked-since', id, 'revoked-since', sha256($1), 'vvvv', '{submit}', now() FROM workspaces LIMIT 1`,
      [Buffer.from(revoked)],
    );
    const send = (project: string) =>
      system.api.post(
        '/api/logs',
        { project, output: 'text' },
        { authorization: `Bearer ${revoked}` },
      );
    expect(await send('Support')).toMatchObject({ status: 202 });
    await system.sql.query(`UPDATE tokens SET revoked_at = now() WHERE id = 'revoked-since'`);

    const answers = await Promise.all([
      send('Refused for its token'),
      submit({ id: 'taken', project: 'Refused for its id' }),
      submit({ id: 'taken', project: 'Support', task: 'Refused for its id' }),
      submit({ id: 'not-refused', project: 'New', task: 'New' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 409, 409, 202]);
    const { rows } = await system.sql.query(
      `SELECT name FROM projects WHERE name LIKE 'Refused%' OR name = 'New'
       UNION ALL SELECT name FROM tasks WHERE name LIKE 'Refused%' OR name = 'New'`,
    );
    expect(rows).toEqual([{ name: 'New' }, { name: 'New' }]);
  });

  test('a name that another project has taken over leads to that project', async () => {
    const admin = await system.signIn();
    await submit({ id: 'first-owner', project: 'Moving' });
    const [before = ''] = await projectsOf('first-owner');
    await admin.patch(`/api/projects/${before}`, { name: 'Moved' });
    await submit({ id: 'by-alias', project: 'Moving' });
    const taken = await admin.post('/api/projects', { name: 'Moving' });
    await submit({ id: 'new-owner', project: 'moving' });

    expect(await projectsOf('by-alias')).toEqual([before]);
    expect(await projectsOf('new-owner')).toEqual([(taken.body as { id: string }).id]);
  });

  test('two workspaces may use the same ID', async () => {
    const neighbour = await neighbourOf(system);

    const ours = await submit({ id: 'same-id', output: 'ours' });
    const theirs = await neighbour.post('/api/logs', {
      ...{ project: 'Support', output: 'theirs', id: 'same-id' },
    });

    expect([ours.status, theirs.status]).toEqual([202, 202]);
    expect(await projectsOf('same-id')).toHaveLength(2);
  });

  test('a revision requires an existing output of its workspace', async () => {
    const revise = (revisionOf: string) => submit({ revisionOf });
    await submit({ id: 'revised' });
    await system.sql.query(`
      INSERT INTO submissions (
        workspace_id, id, fingerprint, token_id, project_id, accepted_at, is_sync, deleted_at)
      SELECT workspace_id, 'deleted', 'f', token_id, project_id, now(), false, now()
      FROM submissions WHERE id = 'revised'
      UNION ALL
      SELECT 'elsewhere', 'of-another-workspace', 'f', token_id, project_id, now(), false, NULL
      FROM submissions WHERE id = 'revised'`);

    expect(await revise('revised')).toMatchObject({ status: 202 });
    const refused = { status: 404, body: { code: 'REVISION_NOT_FOUND' } };
    for (const id of ['nobody', 'deleted', 'of-another-workspace']) {
      expect(await revise(id)).toMatchObject(refused);
    }
  });
});
