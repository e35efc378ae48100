import { type Role, type Topic, TOPICS } from '@output-review/contracts';
import type { IncomingEvent } from '@output-review/runtime';
import { type ApiClient, untilHeldUp } from '@output-review/runtime/testing';
import { Client } from 'pg';

import type { TestGateway } from '../start-test-gateway.ts';
import { addUser, join, signInAs, type TestUser } from './test-user.ts';

type Signed = TestUser & { readonly api: ApiClient };

export interface Team {
  readonly workspaceId: string;
  readonly ann: Signed;
  readonly ben: Signed;
}

let count = 0;

/** Creates a workspace with two signed-in members, of whom the first is an admin. */
export async function makeTeam(system: TestGateway, role: 'viewer' | 'admin'): Promise<Team> {
  count += 1;
  const workspaceId = `team-${count}`;
  const [ann, ben] = [await addUser(system, `ann-${count}`), await addUser(system, `ben-${count}`)];
  await join(system, ann, { workspaceId, role: 'admin' });
  await join(system, ben, { workspaceId, role });
  return {
    workspaceId,
    ann: { ...ann, api: await signInAs(system, ann) },
    ben: { ...ben, api: await signInAs(system, ben) },
  };
}

export async function invite(api: ApiClient, body: object): Promise<{ id: string; token: string }> {
  const answer = await api.post('/api/members/invitations', body);
  return answer.body as { id: string; token: string };
}

export async function rolesIn(
  { sql }: TestGateway,
  workspaceId: string,
): Promise<Record<string, string>> {
  const { rows } = await sql.query<{ id: string; role: string }>(
    'SELECT user_id AS id, role FROM members WHERE workspace_id = $1',
    [workspaceId],
  );
  return Object.fromEntries(rows.map(({ id, role }) => [id, role]));
}

interface Demotion {
  readonly workspaceId: string;
  readonly userId: string;
  /** Null removes the member. */
  readonly role: Role | null;
}

/**
 * Sends a request whose user loses the role after it was admitted and before it changes anything. @returns its answer.
 */
export async function sendWhileDemoted<T>(
  { sql, connection }: TestGateway,
  { workspaceId, userId, role }: Demotion,
  send: () => Promise<T>,
): Promise<T> {
  const demoting = new Client(connection);
  await demoting.connect();
  try {
    await demoting.query('BEGIN');
    await demoting.query('SELECT FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [workspaceId]);
    const where = 'WHERE workspace_id = $1 AND user_id = $2';
    if (role === null) {
      await demoting.query(`DELETE FROM members ${where}`, [workspaceId, userId]);
    } else {
      await demoting.query(`UPDATE members SET role = $3 ${where}`, [workspaceId, userId, role]);
    }
    const sent = send();
    await untilHeldUp(sql, 1, 'FROM workspaces');
    await demoting.query('COMMIT');
    return await sent;
  } finally {
    await demoting.end();
  }
}

/** Collects the events about workspaces from now on, without the duplicates that an outbox may send. */
export function collectEvents({
  bus,
}: TestGateway): (workspaceId: string, topic?: Topic) => unknown[] {
  const told: IncomingEvent[] = [];
  for (const topic of [TOPICS.auditRecorded, TOPICS.workspacesChanged, TOPICS.peopleChanged]) {
    bus.subscribe({
      ...{ topic, group: 'test', batchMax: 100 },
      handle: (batch) => Promise.resolve(void told.push(...batch)),
    });
  }
  return (workspaceId, topic = TOPICS.auditRecorded) => {
    const ofIt = told.filter((event) => event.topic === topic && event.key === workspaceId);
    return [...new Set(ofIt.map(({ json }) => json))].map((json) => JSON.parse(json) as unknown);
  };
}
