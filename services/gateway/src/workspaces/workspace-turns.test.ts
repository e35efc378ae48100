import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ApiAnswer, untilHeldUp } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { invite, makeTeam } from '../../test/people/team.ts';
import { PASSWORD } from '../../test/people/test-user.ts';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

// One more than the changes of a workspace may hold.
const CONNECTIONS = 3;
const CALLS = 6;

let system: TestGateway;

beforeAll(async () => {
  system = await startTestGateway({ connectionsMax: CONNECTIONS });
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

interface Team extends Awaited<ReturnType<typeof makeTeam>> {
  readonly groupId: string;
  /** A token of an invitation for each caller. */
  readonly invitations: readonly string[];
}

async function aTeam(): Promise<Team> {
  const team = await makeTeam(system, 'viewer');
  const group = await team.ann.api.post('/api/groups', { name: 'Group', userIds: [team.ben.id] });
  const invitations = [];
  for (let n = 0; n < CALLS; n += 1) {
    const { token } = await invite(team.ann.api, { role: 'viewer' });
    invitations.push(token);
  }
  return { ...team, groupId: (group.body as { id: string }).id, invitations };
}

/** Calls while a lock is held. @returns the answers, and how another workspace was answered meanwhile. */
async function callWhileHeld(
  lock: string,
  ids: readonly string[],
  calls: () => Promise<ApiAnswer>[],
) {
  const other = await makeTeam(system, 'viewer');
  const client = new Client(system.connection);
  await client.connect();
  await client.query('BEGIN');
  await client.query(lock, [...ids]);
  const answers = Promise.all(calls());
  try {
    await untilHeldUp(client, CONNECTIONS - 1);
    return { answers, meanwhile: (await other.ben.api.get('/api/projects')).status };
  } finally {
    await client.end();
  }
}

const many = (call: (n: number) => Promise<ApiAnswer>) => () =>
  Array.from({ length: CALLS }, (_, n) => call(n));

test.each<[string, (team: Team, n: number) => Promise<ApiAnswer>]>([
  [
    'groups',
    ({ ann, ben }, n) => ann.api.post('/api/groups', { name: `Group ${n}`, userIds: [ben.id] }),
  ],
  ['roles', ({ ann, ben }) => ann.api.patch(`/api/members/${ben.id}`, { role: 'reviewer' })],
  ['tokens', ({ ann }, n) => ann.api.post('/api/tokens', { name: `Token ${n}`, scopes: ['read'] })],
  ['settings', ({ ann }) => ann.api.patch('/api/settings', { tokensMayDecide: false })],
  ['invitations', ({ ann }) => ann.api.post('/api/members/invitations', { role: 'viewer' })],
  [
    'people who join',
    ({ invitations }, n) =>
      system.api.post(`/api/invitations/${invitations[n]}/accept`, {
        ...{ name: 'New', email: `new-${n}@example.com`, password: PASSWORD },
      }),
  ],
])(
  'many changes of the %s of one workspace leave database connections to others',
  async (_, change) => {
    const team = await aTeam();

    const { answers, meanwhile } = await callWhileHeld(
      'SELECT FROM workspaces WHERE id = $1 FOR UPDATE',
      [team.workspaceId],
      many((n) => change(team, n)),
    );

    expect(meanwhile).toBe(200);
    for (const { status } of await answers) expect([200, 201]).toContain(status);
  },
);

test('so do projects that name a group which is being deleted', async () => {
  const { ann, workspaceId, groupId } = await aTeam();

  const { answers, meanwhile } = await callWhileHeld(
    'SELECT FROM groups WHERE workspace_id = $1 AND id = $2 FOR UPDATE',
    [workspaceId, groupId],
    many((n) => ann.api.post('/api/projects', { name: `Project ${n}`, reviewGroupId: groupId })),
  );

  expect(meanwhile).toBe(200);
  for (const { status } of await answers) expect(status).toBe(201);
});
