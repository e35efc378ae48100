import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { untilHeldUp } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { makeTeam } from '../../test/people/team.ts';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

// One more than the changes of a workspace may hold.
const CONNECTIONS = 3;

let system: TestGateway;

beforeAll(async () => {
  system = await startTestGateway({ connectionsMax: CONNECTIONS });
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

test('many changes of one workspace leave database connections to other calls', async () => {
  const { ann, ben, workspaceId } = await makeTeam(system, 'viewer');
  const client = new Client(system.connection);
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [workspaceId]);

  const groups = Array.from({ length: 8 }, (_, n) =>
    ann.api.post('/api/groups', { name: `Group ${n}`, userIds: [ben.id] }),
  );
  const roles = Array.from({ length: 4 }, () =>
    ann.api.patch(`/api/members/${ben.id}`, { role: 'reviewer' }),
  );
  await untilHeldUp(client, CONNECTIONS - 1);
  const reads = await ben.api.get('/api/projects');
  await client.end();

  expect(reads.status).toBe(200);
  const statuses = (await Promise.all([...groups, ...roles])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 201]));
});
