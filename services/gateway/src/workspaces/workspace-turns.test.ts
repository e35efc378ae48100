import { expect, test } from '@jest/globals';
import { type ApiAnswer, untilHeldUp } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { invite, makeTeam } from '../../test/people/team.ts';
import { PASSWORD } from '../../test/people/test-user.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';

// One more than the changes of a workspace may hold.
const CONNECTIONS = 3;
const CALLS = 6;

const system = useTestGateway({ connectionsMax: CONNECTIONS });

type Team = Awaited<ReturnType<typeof aTeam>>;

/** A workspace with two members, and an invitation for each call. */
async function aTeam() {
  const team = await makeTeam(system, 'viewer');
  const invitations: string[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    invitations.push((await invite(team.ann.api, { role: 'viewer' })).token);
  }
  return { ...team, invitations };
}

test.each<[string, (team: Team, n: number) => Promise<ApiAnswer>]>([
  [
    'groups',
    ({ ann, ben }, n) => ann.api.post('/api/groups', { name: `Group ${n}`, userIds: [ben.id] }),
  ],
  ['roles', ({ ann, ben }) => ann.api.patch(`/api/members/${ben.id}`, { role: 'reviewer' })],
  ['tokens', ({ ann }, n) => ann.api.post('/api/tokens', { name: `Token ${n}`, scopes: ['read'] })],
  ['settings', ({ ann }) => ann.api.patch('/api/settings', { tokensMayDecide: false })],
  ['projects', ({ ann }, n) => ann.api.post('/api/projects', { name: `Project ${n}` })],
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
    const [team, other] = [await aTeam(), await makeTeam(system, 'viewer')];
    const client = new Client(system.connection);
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.workspaceId]);

    const changes = Promise.all(Array.from({ length: CALLS }, (_each, n) => change(team, n)));
    await untilHeldUp(client, CONNECTIONS - 1);
    const read = await other.ben.api.get('/api/projects');
    await client.end();

    expect(read.status).toBe(200);
    for (const { status } of await changes) expect([200, 201]).toContain(status);
  },
);
