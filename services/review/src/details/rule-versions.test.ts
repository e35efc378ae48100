import { expect, test } from '@jest/globals';
import type { ServiceClient } from '@output-review/runtime';

import { RuleVersions } from './rule-versions.ts';

const ASKING = { workspaceId: 'w', assertion: '' };

/** An evaluator whose rules have values of so many characters, and the ids that it was asked for. */
function evaluatorOf(valueLength: number) {
  const asked: string[] = [];
  const call = async (_: unknown, { body }: { body: { ids: string[] } }) => {
    asked.push(...body.ids);
    const versions = body.ids.map((ruleVersionId) => ({
      ...{
        ruleVersionId,
        ruleId: 'r',
        ruleVersion: 1,
        ruleName: 'R',
        ruleType: 'keyword_forbidden',
      },
      ...{ ruleValue: 'x'.repeat(valueLength), scope: 'output', projectId: null, taskId: null },
    }));
    return { versions };
  };
  return { asked, client: { call } as unknown as ServiceClient };
}

const idsOf = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`);

test('texts of versions are asked for once', async () => {
  const { asked, client } = evaluatorOf(100);
  const versions = new RuleVersions(client);

  for (let time = 0; time < 2; time += 1) {
    const found = await versions.lookUp(ASKING, idsOf(5_000));
    expect(found.size).toBe(5_000);
  }

  expect(asked).toHaveLength(5_000);
});

test('of large texts only the last are kept, and the others asked for again', async () => {
  const { asked, client } = evaluatorOf(65_536);
  const versions = new RuleVersions(client);
  await versions.lookUp(ASKING, idsOf(400));
  asked.length = 0;

  const found = await versions.lookUp(ASKING, ['v0', 'v399']);

  expect([...found.keys()].sort()).toEqual(['v0', 'v399']);
  expect(asked).toEqual(['v0']);
});
