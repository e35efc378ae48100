import { expect, test } from '@jest/globals';

import { makeTeam } from '../../test/people/team.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';
import { submittersOf } from './approvers.sql.ts';

const system = useTestGateway();

test('whoever the ID of the actor is the address of counts as submitter, however it is written', async () => {
  const { ben } = await makeTeam(system, 'viewer');
  const find = (actorId: string | null) =>
    submittersOf(system.sql, { tokenId: 'unknown', actorId });

  expect(await find(`\t${ben.email.toUpperCase()}\n`)).toEqual([ben.id]);
  expect(await find('somebody@example.com')).toEqual([]);
  expect(await find(null)).toEqual([]);
});
