import { beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { makeTeam, type Team } from '../../test/people/team.ts';
import { FORGED } from '../../test/slack-peer.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';
import { DEFAULT_LIMITS } from '../service.ts';

const system = useTestGateway({
  limits: { ...DEFAULT_LIMITS, slackPerMinute: 3, triesPerMinute: 2 },
  isTrustedProxy: () => true,
});
let workspaceId: string;

beforeAll(async () => {
  const { rows } = await system.sql.query<{ id: string }>('SELECT id FROM workspaces');
  workspaceId = rows[0]?.id ?? '';
});

function send(body: string, address: string): Promise<number> {
  return fetch(`${system.gateway.publicUrl}/api/slack/interactions`, {
    ...{ method: 'POST', body, headers: { 'x-forwarded-for': address } },
  }).then(({ status }) => status);
}

/** A request that review accepts as signed by the app of a workspace, for one of its users. */
function sendInteraction(of: string, slackUserId: string, address = '192.0.2.1'): Promise<number> {
  const user = { workspaceId: of, teamId: 'T0TEST', slackUserId, slackUserName: 'somebody' };
  return send(JSON.stringify(user), address);
}

async function linksGiven(): Promise<readonly string[]> {
  const { rows } = await system.sql.query<{ id: string }>(
    'SELECT slack_user_id AS id FROM slack_link_requests ORDER BY 1',
  );
  return rows.map(({ id }) => id);
}

test('limits an app that sends too much, whichever users it names, and no other app', async () => {
  await system.sql.query(`INSERT INTO workspaces (id, name, created_at) VALUES ('w', 'w', now())`);

  for (const id of ['U01', 'U02', 'U03']) expect(await sendInteraction(workspaceId, id)).toBe(200);
  expect(await sendInteraction(workspaceId, 'U04')).toBe(429);
  expect(await sendInteraction('w', 'U05')).toBe(200);

  const taken = ['U01', 'U02', 'U03', 'U05'];
  expect(await linksGiven()).toEqual(taken);
  expect(system.peers.review.slackAnswers).toEqual(taken);
});

test('limits requests that no app signed, by address, and none that an app signed', async () => {
  await system.sql.query(`INSERT INTO workspaces (id, name, created_at) VALUES ('v', 'v', now())`);
  const [ours, other] = ['192.0.2.2', '192.0.2.3'];

  const signed = [await sendInteraction('v', 'U07', ours), await sendInteraction('v', 'U07', ours)];
  const forged = [await send(FORGED, ours), await send(FORGED, ours)];
  const refused = [await send(FORGED, ours), await sendInteraction('v', 'U07', ours)];

  expect([...signed, ...forged, ...refused]).toEqual([200, 200, 401, 401, 429, 429]);
  expect(await sendInteraction('v', 'U07', other)).toBe(200);
});

test('takes a request of 131,072 bytes, and none that is longer', async () => {
  await system.sql.query(`INSERT INTO workspaces (id, name, created_at) VALUES ('u', 'u', now())`);
  const user = {
    workspaceId: 'u',
    teamId: 'T0TEST',
    slackUserId: 'U10',
    slackUserName: 'somebody',
  };
  const body = JSON.stringify(user).padEnd(131_072);

  expect(await send(body, '192.0.2.4')).toBe(200);
  expect(await send(`${body} `, '192.0.2.4')).toBe(413);
});

test('shows a link without waiting for whoever is using it, and is used once', async () => {
  const session = await system.signIn();
  await system.sql.query(
    `INSERT INTO slack_link_requests
     VALUES ($1, 'T0TEST', 'U08', 'good', sha256('opened'), now() + interval '1 hour')`,
    [workspaceId],
  );
  const client = new Client(system.connection);
  await client.connect();
  await client.query('BEGIN; SELECT FROM slack_link_requests FOR UPDATE');

  const shown = await session.get('/api/slack/link-requests/opened');
  await client.end();
  const accepted = [1, 2].map(() => session.post('/api/slack/link-requests/opened/accept'));

  expect(shown).toMatchObject({ status: 200, body: { slackUserId: 'U08', workspaceName: 'Acme' } });
  expect((await Promise.all(accepted)).map(({ status }) => status).sort()).toEqual([200, 404]);
});

test('only the member of a link accepts and ends it, and a viewer decides nothing', async () => {
  const [team, other] = [await makeTeam(system, 'viewer'), await makeTeam(system, 'viewer')];
  await system.sql.query(
    `INSERT INTO slack_link_requests
     VALUES ($1, 'T0TEST', 'U09', 'good', sha256('of-ben'), now() + interval '1 hour')`,
    [team.workspaceId],
  );
  const accept = ({ api }: Team['ben']) => api.post('/api/slack/link-requests/of-ben/accept');
  const unlink = ({ api }: Team['ben']) => api.delete('/api/slack/links/U09');

  expect((await accept(other.ben)).status).toBe(404);
  expect((await accept(team.ben)).status).toBe(200);
  expect(await sendInteraction(team.workspaceId, 'U09')).toBe(200);
  expect(system.peers.review.slackAnswers.at(-1)).toMatch(/^U09: Your role/);
  expect((await unlink(team.ann)).status).toBe(404);
  expect((await unlink(team.ben)).status).toBe(200);
});

test('removes links that were not used in time, even if no other link is created', async () => {
  await system.sql.query(`UPDATE slack_link_requests SET expires_at = now() - interval '1 minute'`);
  await system.sql.query(
    `INSERT INTO slack_link_requests
     VALUES ($1, 'T0TEST', 'U06', 'good', sha256('good'), now() + interval '1 hour')`,
    [workspaceId],
  );

  const again = await system.startAgain();

  try {
    await eventually(async () => expect(await linksGiven()).toEqual(['U06']));
  } finally {
    await again.stop();
  }
});
