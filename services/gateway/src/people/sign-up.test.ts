import { beforeAll, describe, expect, test } from '@jest/globals';
import { TOPICS } from '@output-review/contracts';
import { eventually, makeApiClient } from '@output-review/runtime/testing';

import { useTestGateway } from '../../test/start-test-gateway.ts';
import { cookieOf, PASSWORD } from '../../test/people/test-user.ts';
import { collectEvents } from '../../test/people/team.ts';

const system = useTestGateway({ isSignUpOpen: true });
let eventsOf: ReturnType<typeof collectEvents>;

beforeAll(() => {
  eventsOf = collectEvents(system);
});

describe('signing up', () => {
  const wanted = { name: 'Sue', email: 'Sue@Example.com', password: PASSWORD };

  test('creates a user, a workspace without a token, and its admin', async () => {
    const answer = await system.api.post('/api/auth/sign-up/email', {
      ...{ ...wanted, workspaceName: 'Sue & co' },
    });

    expect(answer).toMatchObject({
      status: 200,
      body: { ok: true, user: { name: 'Sue', email: 'sue@example.com' }, needsVerification: false },
    });
    const api = makeApiClient(system.gateway.publicUrl, { cookie: cookieOf(answer.headers) });
    const { body } = await api.get('/api/auth/get-session');
    expect(body).toMatchObject({ workspace: { name: 'Sue & co', role: 'admin' } });
    const { id } = (body as { workspace: { id: string } }).workspace;
    await eventually(() => expect(eventsOf(id)).toMatchObject([{ action: 'workspace.created' }]));
    await eventually(() => expect(eventsOf(id, TOPICS.workspacesChanged)).toHaveLength(1));
    const { rows } = await system.sql.query('SELECT FROM tokens WHERE workspace_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('with the address of an account creates nothing', async () => {
    const before = await system.sql.query('SELECT FROM workspaces');

    const again = await system.api.post('/api/auth/sign-up/email', wanted);

    expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(again.headers.get('set-cookie')).toBeNull();
    expect((await system.sql.query('SELECT FROM workspaces')).rowCount).toBe(before.rowCount);
  });

  test('reports every fault, and refuses a foreign page', async () => {
    const faulty = await system.api.post('/api/auth/sign-up/email', {
      ...{ name: ' ', email: 'sue', password: 'short' },
    });
    const foreign = await system.api.post('/api/auth/sign-up/email', wanted, {
      origin: 'https://evil.example',
    });

    expect(faulty).toMatchObject({
      status: 400,
      body: {
        fields: {
          name: expect.any(String),
          email: expect.any(String),
          password: 'Must have at least 8 characters.',
        },
      },
    });
    expect(foreign.status).toBe(403);
  });
});
