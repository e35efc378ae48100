import { expect, test } from '@jest/globals';
import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { makeTeam, type Team } from '../../test/people/team.ts';
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

test('only reviewers of the workspace may approve, and only its own tokens count as submitters', async () => {
  const [here, there] = [await makeTeam(system, 'viewer'), await makeTeam(system, 'viewer')];
  const makeGroup = async ({ ann, ben }: Team) => {
    const wanted = { name: 'Claims', userIds: [ann.id, ben.id] };
    return ((await ann.api.post('/api/groups', wanted)).body as { readonly id: string }).id;
  };
  const groups = [await makeGroup(here), await makeGroup(there)];
  for (const { ann } of [here, there]) {
    const { body } = await ann.api.post('/api/tokens', { name: 'ci', scopes: ['submit'] });
    const authorization = `Bearer ${(body as { readonly token: string }).token}`;
    const output = { id: 'same', project: 'Support', output: 'text' };
    expect((await system.api.post('/api/logs', output, { authorization })).status).toBe(202);
  }

  const found = await system.call(INTERNAL_OPERATIONS.findApprovers, {
    ...{ workspaceId: here.workspaceId, ids: ['same'], groupIds: groups },
  });

  const { id, email } = here.ann;
  expect(found).toEqual({
    userIds: [id],
    managerIds: [id],
    submitters: [{ id: 'same', userId: id }],
    groups: [{ id: groups[0], userIds: [id] }],
    emails: [{ userId: id, email }],
  });
});
