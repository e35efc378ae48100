import { expect, test } from '@jest/globals';
import type { ServiceClient } from '@output-review/runtime';

import { RuleVersions } from './rule-versions.ts';

const ASKING = { workspaceId: 'w', assertion: '' };

interface Asked {
  readonly ids: readonly string[];
  readonly valueBytesMax: number;
}

/** An evaluator whose rules have values of that many characters, and its requests. */
function evaluatorOf(valueBytes: number) {
  const asked: Asked[] = [];
  const call = async (_: unknown, { body }: { body: Asked }) => {
    asked.push({ ids: body.ids, valueBytesMax: body.valueBytesMax });
    const versions = body.ids.map((ruleVersionId, n) => ({
      ...{ ruleVersionId, ruleId: 'r', ruleVersion: 1, ruleName: 'R' },
      ...{ ruleType: 'keyword_forbidden', scope: 'output', projectId: null, taskId: null },
      ruleValue: (n + 1) * valueBytes <= body.valueBytesMax ? 'x'.repeat(valueBytes) : null,
      valueBytes,
    }));
    return { versions };
  };
  const idsAsked = () => asked.flatMap(({ ids }) => ids);
  return { asked, idsAsked, client: { call } as unknown as ServiceClient };
}

const idsOf = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`);

const MEGABYTE = 1_048_576;

test('versions are requested once, without their values', async () => {
  const { asked, idsAsked, client } = evaluatorOf(100);
  const versions = new RuleVersions(client);

  for (let time = 0; time < 2; time += 1) {
    const found = await versions.lookUp(ASKING, idsOf(5_000));
    expect([...found.keys()]).toEqual(idsOf(5_000));
  }

  expect(idsAsked()).toEqual(idsOf(5_000));
  expect(asked.map(({ valueBytesMax }) => valueBytesMax)).toEqual([0, 0, 0]);
});

test('values are returned in the order of the IDs as far as they fit, cached or not', async () => {
  const { idsAsked, asked, client } = evaluatorOf(100);
  const versions = new RuleVersions(client);
  const valuesOf = async (ids: string[]) => {
    const found = await versions.lookUpTexts(ASKING, ids, 250);
    return [...found].map(([id, { ruleValue }]) => [id, ruleValue?.length ?? null]);
  };

  expect(await valuesOf(['v2', 'v1', 'v0'])).toEqual([
    ['v2', 100],
    ['v1', 100],
    ['v0', null],
  ]);
  expect(await valuesOf(['v0', 'v1', 'v2'])).toEqual([
    ['v0', 100],
    ['v1', 100],
    ['v2', null],
  ]);
  expect(idsAsked()).toEqual(['v2', 'v1', 'v0', 'v0']);
  asked.length = 0;
  await valuesOf(['v1', 'v2', 'v0']);
  expect(asked).toEqual([]);
});

test('all responses of one lookup together stay within its limit', async () => {
  const { asked, client } = evaluatorOf(100);
  const versions = new RuleVersions(client);

  const found = await versions.lookUpTexts(ASKING, idsOf(5_000), 300_000);

  const told = [...found.values()].filter(({ ruleValue }) => ruleValue !== null);
  expect(told.map(({ ruleVersionId }) => ruleVersionId)).toEqual(idsOf(3_000));
  expect(asked.map(({ valueBytesMax }) => valueBytesMax)).toEqual([300_000, 100_000, 0]);
});

test('returns only the values that fit when an evaluator of the previous release sends all of them', async () => {
  const call = async (_: unknown, { body }: { body: Asked }) => ({
    versions: body.ids.map((ruleVersionId) => ({ ruleVersionId, ruleName: 'R', ruleValue: 'é' })),
  });
  const versions = new RuleVersions({ call } as unknown as ServiceClient);

  const found = await versions.lookUpTexts(ASKING, ['v0', 'v1'], 3);

  expect([...found.values()].map(({ ruleValue }) => ruleValue)).toEqual(['é', null]);
});

test('with large texts only the latest are cached, and the others requested again', async () => {
  const { idsAsked, asked, client } = evaluatorOf(65_536);
  const versions = new RuleVersions(client);
  await versions.lookUpTexts(ASKING, idsOf(400), 400 * 65_536);
  asked.length = 0;

  const found = await versions.lookUpTexts(ASKING, ['v0', 'v399'], MEGABYTE);

  expect([...found.keys()]).toEqual(['v0', 'v399']);
  expect([...found.values()].every(({ ruleValue }) => ruleValue !== null)).toBe(true);
  expect(idsAsked()).toEqual(['v0']);
});
