import { setImmediate as nextTurn } from 'node:timers/promises';

import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  outputsEvaluated,
  type OutputsSubmitted,
  outputsSubmitted,
} from '@output-review/contracts';

import type { Result } from './intake.pure.ts';
import { ResultPairs } from './result-pairs.ts';

let pairs: ResultPairs;

beforeEach(() => {
  pairs = new ResultPairs();
});

const submissionsOf = (...ids: readonly string[]): OutputsSubmitted[] =>
  ids.map((id) => ({ ...outputsSubmitted.examples.valid, id }));

const resultsOf = (...ids: readonly string[]): Result[] =>
  ids.map((id) => ({ ...outputsEvaluated.examples.valid, id, run: 1 }));

const idsOf = (results: Iterable<Result>): string[] => [...results].map(({ id }) => id);

describe('a submission gets its result', () => {
  test('that comes after it', async () => {
    const gathering = pairs.gather(submissionsOf('a'));
    const { now, left, stored } = pairs.offer(resultsOf('a'));
    expect(now).toEqual([]);
    expect(await left).toEqual([]);
    const { results, settle } = await gathering;
    expect(idsOf(results.values())).toEqual(['a']);
    settle(true);
    await stored;
  });

  test('that came before it', async () => {
    const { left, stored } = pairs.offer(resultsOf('a', 'b'));
    const { results, settle } = await pairs.gather(submissionsOf('a', 'b'));
    expect(idsOf(results.values())).toEqual(['a', 'b']);
    expect(await left).toEqual([]);
    settle(true);
    await stored;
  });

  test('with the rest of its batch, however results are batched', async () => {
    const gathering = pairs.gather(submissionsOf('a', 'b', 'c'));
    const first = pairs.offer(resultsOf('a'));
    // The first batch is done, so the next may come, although nothing is stored.
    expect(await first.left).toEqual([]);
    const second = pairs.offer(resultsOf('b', 'c'));
    const { results, settle } = await gathering;
    expect(idsOf(results.values())).toEqual(['a', 'b', 'c']);
    settle(true);
    await Promise.all([first.stored, second.stored]);
  });
});

test('does not acknowledge results whose submissions were not stored', async () => {
  const gathering = pairs.gather(submissionsOf('a'));
  const { stored } = pairs.offer(resultsOf('a'));
  (await gathering).settle(false);
  await expect(stored).rejects.toThrow('not stored');
});

test('applies redelivered results on their own after their submissions were not stored', async () => {
  const gathering = pairs.gather(submissionsOf('a', 'b'));
  const first = pairs.offer(resultsOf('a', 'b'));
  (await gathering).settle(false);
  await expect(first.stored).rejects.toThrow('not stored');

  void pairs.gather(submissionsOf('a'));
  expect(idsOf(pairs.offer(resultsOf('a', 'b')).now)).toEqual(['a', 'b']);
});

test('ignores a duplicate of a result that is being stored', async () => {
  const gathering = pairs.gather(submissionsOf('a'));
  const [first] = resultsOf('a');
  if (!first) throw new Error('No result');
  const offered = pairs.offer([first]);
  const { results, settle } = await gathering;
  const { now, left, stored } = pairs.offer([{ ...first, outcome: 'error' }]);
  expect(now).toEqual([]);
  expect(await left).toEqual([]);
  settle(true);
  await Promise.all([offered.stored, stored]);
  expect([...results.values()]).toEqual([first]);
});

test('applies a result at once when its submission is being stored without it', async () => {
  const { settle } = await pairs.gather(submissionsOf('a'));
  expect(idsOf(pairs.offer(resultsOf('a')).now)).toEqual(['a']);
  settle(true);
});

test('after a timeout, stores the submission and applies its late result separately', async () => {
  const gathering = pairs.gather(submissionsOf('a', 'b'));
  const { results, settle } = await gathering;
  expect(results.size).toBe(0);
  settle(true);
  const { now, left } = pairs.offer(resultsOf('a'));
  expect(idsOf(now)).toEqual(['a']);
  expect(await left).toEqual([]);

  const unpaired = pairs.offer(resultsOf('c'));
  expect(idsOf(await unpaired.left)).toEqual(['c']);
  await unpaired.stored;
});

test('applies the result of a further run at once', () => {
  const [again] = resultsOf('a').map((result) => ({ ...result, run: 2 }));
  if (!again) throw new Error('No result');
  expect(pairs.offer([again]).now).toEqual([again]);
});

test('does not hold submissions back when every result batch waits for other submissions', async () => {
  pairs.offer(resultsOf('x'));
  pairs.offer(resultsOf('y'));
  const first = await Promise.race([
    pairs.gather(submissionsOf('a')).then(() => 'proceeds'),
    nextTurn('waits'),
  ]);
  expect(first).toBe('proceeds');
});
