import { expect, test } from '@jest/globals';
import type { Database } from '@output-review/runtime';

import type { RuleTools } from '../engine/tools.ts';
import { RuleSets } from './rule-sets.ts';

/** Rule sets on a database that returns the rules of workspaces when told to. */
function withSlowRules(versions: Readonly<Record<string, string>>) {
  const asked: (readonly string[])[] = [];
  const answers: (() => void)[] = [];
  const query = ({ name, values }: { name: string; values: [readonly string[]] }) => {
    const [ids] = values;
    if (name === 'read_rule_set_versions') {
      const rows = ids.map((workspaceId) => ({ workspaceId, version: versions[workspaceId] }));
      return Promise.resolve({ rows });
    }
    asked.push(ids);
    return new Promise((resolve) => {
      const rows = ids.map((workspaceId) => ({
        ...{ workspaceId, versionId: `${workspaceId}@${versions[workspaceId]}`, value: 'x' },
        ...{ projectId: null, taskId: null, isLive: false, shadowRate: 1 },
      }));
      answers.push(() => resolve({ rows }));
    });
  };
  const sets = new RuleSets({ query } as unknown as Database, {} as RuleTools);
  /** Starts a read, and waits until it has sent all its queries. */
  const begin = async (...ids: readonly string[]) => {
    const reading = sets.read(ids);
    await new Promise((resolve) => setImmediate(resolve));
    return { reading };
  };
  return { asked, answers, begin };
}

const PLACE = { projectId: null, taskId: null };

test('shares a load in progress with reads that miss the same rules', async () => {
  const versions = { a: '1', b: '1', c: '1' };
  const { asked, answers, begin } = withSlowRules(versions);
  const first = await begin('a', 'b');
  const second = await begin('b', 'c');

  expect(asked).toEqual([['a', 'b'], ['c']]);
  for (const answer of answers) answer();
  const found = await second.reading;
  await first.reading;

  const idsOf = (id: string) =>
    found(id)
      .shadowIn(PLACE)
      .map(({ versionId }) => versionId);
  expect([idsOf('b'), idsOf('c')]).toEqual([['b@1'], ['c@1']]);
  await begin('a', 'b', 'c');
  expect(asked).toHaveLength(2);
});

test('does not serve a newer version from a load that started before it', async () => {
  const versions = { a: '1', b: '1' };
  const { asked, answers, begin } = withSlowRules(versions);
  const older = await begin('a', 'b');
  versions.b = '2';
  const newer = await begin('a', 'b');

  expect(asked).toEqual([['a', 'b'], ['b']]);
  for (const answer of answers) answer();
  await older.reading;
  const found = await newer.reading;

  expect(found('b').shadowIn(PLACE)).toMatchObject([{ versionId: 'b@2' }]);
});
