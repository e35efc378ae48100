import { beforeAll, expect, test } from '@jest/globals';
import { TOPICS } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import { useTestGateway } from '../../test/start-test-gateway.ts';
import { addUser } from '../../test/people/test-user.ts';
import { collectEvents } from '../../test/people/team.ts';

const system = useTestGateway();
let eventsOf: ReturnType<typeof collectEvents>;

beforeAll(() => {
  eventsOf = collectEvents(system);
});

/** Starts another gateway. Returns the last published people of a workspace, once the given number was published. */
async function publishedByNextStart(workspaceId: string, count: number): Promise<unknown> {
  const again = await system.startAgain();
  try {
    return await eventually(() => {
      const told = eventsOf(workspaceId, TOPICS.peopleChanged);
      expect(told).toHaveLength(count);
      return told.at(-1);
    });
  } finally {
    await again.stop();
  }
}

test('publishes joins, departures and role changes that were not published, once each', async () => {
  const workspaceId = 'untold';
  const [ann, ben] = [await addUser(system, 'ann'), await addUser(system, 'ben')];
  // In one statement, because the first gateway may be about to publish for the first time.
  await system.sql.query(
    `WITH made AS (INSERT INTO workspaces (id, name, created_at) VALUES ($1, $1, now()))
     INSERT INTO members (workspace_id, user_id, role, created_at)
     VALUES ($1, $2, 'admin', now()), ($1, $3, 'viewer', now())`,
    [workspaceId, ann.id, ben.id],
  );
  expect(await publishedByNextStart(workspaceId, 1)).toMatchObject({
    people: [
      { userId: 'ann', role: 'admin' },
      { userId: 'ben', role: 'viewer' },
    ],
  });

  await system.sql.query(`UPDATE members SET role = 'reviewer' WHERE user_id = 'ben'`);
  expect(await publishedByNextStart(workspaceId, 2)).toMatchObject({
    people: [{ userId: 'ann' }, { userId: 'ben', role: 'reviewer' }],
  });

  await system.sql.query(`DELETE FROM members WHERE user_id = 'ben'`);
  expect(await publishedByNextStart(workspaceId, 3)).toMatchObject({ people: [{ userId: 'ann' }] });
});
