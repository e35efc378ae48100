import { describe, expect, test } from '@jest/globals';

import { type Evidence, findViolations } from './find-violations.ts';
import { planOutputs } from './planned-output.ts';
import type { StoredOutput } from './read-outputs.ts';

const PLANNED = planOutputs(12, { run: 'r', textsFile: null });

/** Evidence of a run without violations. */
function goodRun(): Evidence {
  const outputs = PLANNED.map(({ id, status }): StoredOutput => ({
    ...{ id, status, humanDecision: id === 'r-0' ? 'approved' : null },
    verdict: status === 'pass' ? 'pass' : 'fail',
  }));
  return {
    planned: PLANNED,
    answered: new Set(PLANNED.map(({ id }) => id)),
    decided: new Map([['r-0', 'approved']]),
    decisionCounts: new Map([['r-0', 1]]),
    stored: { outputs, total: 12, totalRuns: 12 },
    events: {
      verdicts: new Map(PLANNED.map(({ id }) => [`${id}#1`, new Set([`verdict-of-${id}`])])),
      decisions: new Map([['r-0', new Set(['decision'])]]),
    },
    wrongAnswers: new Map(),
  };
}

const withStored = (change: (outputs: StoredOutput[]) => StoredOutput[]): Evidence => {
  const run = goodRun();
  const outputs = change([...run.stored.outputs]);
  return { ...run, stored: { outputs, total: outputs.length, totalRuns: outputs.length } };
};

const withOutput = (id: string, change: Partial<StoredOutput>): Evidence =>
  withStored((outputs) => outputs.map((each) => (each.id === id ? { ...each, ...change } : each)));

describe('a stress run', () => {
  test('without faults has no violation', () => {
    expect(findViolations(goodRun())).toEqual([]);
  });

  test.each<[string, Evidence, { kind: string; what: string }]>([
    [
      'an accepted output that is missing',
      withStored((outputs) => outputs.filter(({ id }) => id !== 'r-3')),
      { kind: 'lost', what: 'r-3' },
    ],
    [
      'an output stored twice',
      withStored((outputs) => [...outputs, ...outputs.slice(4, 5)]),
      { kind: 'duplicated', what: 'r-4' },
    ],
    [
      'an output that was not evaluated',
      withOutput('r-5', { status: 'pending', verdict: null }),
      { kind: 'pending forever', what: 'r-5' },
    ],
    [
      'an output that should have been flagged',
      withOutput('r-10', { status: 'pass', verdict: 'pass' }),
      { kind: 'not flagged', what: 'r-10' },
    ],
    [
      'an output flagged without a reason',
      withOutput('r-2', { status: 'flagged', verdict: 'fail' }),
      { kind: 'wrong verdict', what: 'r-2' },
    ],
    [
      'an accepted decision that is missing',
      withOutput('r-0', { humanDecision: null }),
      { kind: 'decision lost', what: 'r-0' },
    ],
    [
      'another decision than the accepted one',
      withOutput('r-0', { humanDecision: 'rejected' }),
      { kind: 'decision lost', what: 'r-0' },
    ],
    [
      'two events of one decision',
      {
        ...goodRun(),
        events: { ...goodRun().events, decisions: new Map([['r-0', new Set('ab')]]) },
      },
      { kind: 'two decisions', what: 'r-0' },
    ],
    [
      'an output decided twice',
      { ...goodRun(), decisionCounts: new Map([['r-0', 2]]) },
      { kind: 'two decisions', what: 'r-0' },
    ],
    [
      'a decision without an event',
      { ...goodRun(), events: { ...goodRun().events, decisions: new Map() } },
      { kind: 'decision event missing', what: 'r-0' },
    ],
    [
      'a submission that was not accepted',
      { ...goodRun(), answered: new Set(PLANNED.slice(1).map(({ id }) => id)) },
      { kind: 'not accepted', what: 'r-0' },
    ],
    [
      'a response that no client should get',
      { ...goodRun(), wrongAnswers: new Map([['500 oops', 2]]) },
      { kind: 'unexpected response', what: '500 oops (2 times)' },
    ],
    [
      'a total of another count than the list',
      { ...goodRun(), stored: { ...goodRun().stored, total: 13 } },
      { kind: 'counts differ', what: '12 listed, 13 found, 12 in the summary' },
    ],
    [
      'a summary with another count than the list',
      { ...goodRun(), stored: { ...goodRun().stored, totalRuns: 13 } },
      { kind: 'counts differ', what: '12 listed, 12 found, 13 in the summary' },
    ],
  ])('reports %s', (_, evidence, violation) => {
    expect(findViolations(evidence)).toContainEqual(violation);
  });

  test.each([
    ['another event for the same run', 'r-7#1', ['one', 'other']],
    ['a second run that was not requested', 'r-7#2', ['other']],
  ])('reports a second verdict: %s', (_, run, ids) => {
    const good = goodRun();
    const verdicts = new Map([...good.events.verdicts, [run, new Set(ids)]]);

    expect(findViolations({ ...good, events: { ...good.events, verdicts } })).toEqual([
      { kind: 'two verdicts', what: run },
    ]);
  });

  test('reports a verdict without an event', () => {
    const good = goodRun();
    const verdicts = new Map([...good.events.verdicts].filter(([run]) => run !== 'r-6#1'));

    expect(findViolations({ ...good, events: { ...good.events, verdicts } })).toEqual([
      { kind: 'verdict event missing', what: 'r-6' },
    ]);
  });
});
