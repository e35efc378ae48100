import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import type { ExactRuleType, RuleOutcome } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import { HANGING_PATTERNS } from '../../test/hanging-patterns.ts';
import { pidsOfChecks } from '../../test/hold-checks.ts';
import { SeededRandom } from '../../test/seeded-random.ts';
import { aRule, NOTHING } from '../../test/settle-rule.ts';
import { GaveWay } from '../engine/apply-rules.ts';
import type { ApplicableRule } from '../engine/compile-rule.ts';
import { makeRuleSet } from '../engine/rule-set.ts';
import { RuleEngine, type RuleEngineOptions } from './rule-engine.ts';

// A process started from sources compiles them first.
jest.setTimeout(120_000);

// The largest output.
const TEXT_CHARS = 1024 * 1024;

const random = new SeededRandom(1);
const LETTERS = Array.from({ length: TEXT_CHARS }, () => random.pick(['a', 'b'])).join('');

// 2,700 states at once on a text of two letters: 20 seconds for a MiB on a fast machine, and more with the slower
// engine.
const ENDLESS: Rule = ['regex_forbidden', `[ab]*a${'[ab]{900}'.repeat(3)}[cd]`];

// A fortieth of that, and many times what the other rules of the test take.
const SHORT_MS = 500;

// Together they cost too much on the thread.
const SCHEMA_OF_LISTS = JSON.stringify({ items: { anyOf: [{ type: 'string' }, { minimum: 0 }] } });
const LONG_LIST = Array.from({ length: 50_000 }, (_, index) => index);

const CALLER = { workspaceId: 'workspace', files: [] };

type Rule = readonly [type: ExactRuleType, value: string];

interface Ended {
  readonly outcome: RuleOutcome;
  readonly summary: string | null;
}

let shared: RuleEngine;
let engine: RuleEngine;
let endings: string[] = [];

beforeAll(async () => {
  shared = await load({});
});

beforeEach(() => {
  engine = shared;
  endings = [];
});

afterEach(async () => {
  if (engine !== shared) await engine.close();
});

afterAll(() => shared.close());

describe.each(['re2', 're2js'] as const)('with %s', (name) => {
  test('settles patterns that hang other engines off the thread, each with the correct result', async () => {
    await start({ engine: name });

    for (const [source, character] of HANGING_PATTERNS) {
      const text = character.repeat(TEXT_CHARS);
      const rules: Rule[] = [
        ['regex_forbidden', source],
        ['regex_required', source],
        ['json_valid', JSON.stringify({ not: { pattern: source } })],
      ];

      const ended = await settle(rules, text);

      expect([source, ...ended.map(({ outcome }) => outcome)]).toEqual([
        source,
        'passed',
        'failed',
        'failed',
      ]);
    }
    expect(endings).toEqual(HANGING_PATTERNS.map(() => 'done'));
  });

  test('ends a pattern past its deadline as an error with the reason, and keeps the results of others', async () => {
    await start({ engine: name, deadlineMs: SHORT_MS });
    let scheduler = 0;
    const ticking = setInterval(() => (scheduler += 1), 3);

    const rules: Rule[] = [
      ENDLESS,
      ['keyword_forbidden', 'abba'],
      ['regex_required', 'b{3}'],
      ['max_length', '9'],
    ];

    // Retried if the machine was blocked for so long that the other rules timed out too.
    const ended = await eventually(async () => {
      const all = await settle(rules, LETTERS);
      expect(all.slice(1).map(({ outcome }) => outcome)).toEqual(['failed', 'passed', 'failed']);
      return all;
    }, 60_000);
    clearInterval(ticking);

    expect(ended[0]).toEqual({
      outcome: 'error',
      summary:
        'Rule “Rule 0” could not be applied: the slow checks of this output took longer than 0.5 s.',
    });
    expect(new Set(endings)).toEqual(new Set(['deadline']));
    // A blocked thread would have had one or two turns.
    expect(scheduler).toBeGreaterThan(10);
  });
});

test('gives the same results in the process as on the thread', async () => {
  const rules: Rule[] = [
    ['keyword_forbidden', 'GUARANTEE'],
    ['regex_forbidden', '(?i)refunds?'],
    ['min_length', '9999999'],
    ['json_field_exists', 'total'],
    ['json_valid', '{"type": "object"}'],
    ['cost_max', '0.001'],
  ];
  const text = 'We guarantee a refund. ';

  const here = await settle(rules, text.repeat(100));
  expect(endings).toEqual([]);
  const apart = await settle(rules, text.repeat(40_000));

  expect(endings).toEqual(['done']);
  expect(apart.map(({ outcome }) => outcome)).toEqual(here.map(({ outcome }) => outcome));
  expect(apart.slice(0, 2)).toEqual(here.slice(0, 2));
});

test('settles a thousand rules on an output of 1 MiB', async () => {
  const rules = Array.from({ length: 1_000 }, (_, index): Rule =>
    index % 2 === 0
      ? ['keyword_forbidden', `word ${index}`]
      : ['regex_forbidden', `\\bpart-\\d{3,}-${index}\\b`],
  );
  const text = 'We send part-123-77, word 42 and the rest. '.repeat(30_000).slice(0, TEXT_CHARS);

  const ended = await settle(rules, text);

  const failed = ended.flatMap(({ outcome }, index) => (outcome === 'failed' ? [index] : []));
  expect(failed).toEqual([4, 42, 77]);
  expect(new Set(ended.map(({ outcome }) => outcome))).toEqual(new Set(['failed', 'passed']));
  expect(endings).toEqual(['done']);
});

test('applies a schema in the process if it costs too much on the thread', async () => {
  const rule: Rule = ['json_valid', SCHEMA_OF_LISTS];

  const [fits] = await settle([rule], JSON.stringify(LONG_LIST));
  const [differs] = await settle([rule], JSON.stringify([...LONG_LIST, -1]));

  expect(fits).toEqual({ outcome: 'passed', summary: null });
  expect(differs?.summary).toMatch(/^The output does not match the JSON Schema: “\[50000\]” /);
  expect(endings).toEqual(['done', 'done']);
});

test.each<[string, object, object]>([
  ['check', { type: 'array' }, LONG_LIST.slice(0, 4_000)],
  // No part of it applies to the output.
  ['compile', { type: 'object', description: 'long '.repeat(240) }, {}],
])(
  'applies many schemas in the process if they take long to %s together',
  async (_, type, output) => {
    const rules = Array.from({ length: 60 }, (__, index): Rule => {
      const schema = { ...type, items: { type: 'number', maximum: 1_000_000 + index } };
      return ['json_valid', JSON.stringify(schema)];
    });

    const ended = await settle(rules, JSON.stringify(output));

    expect(new Set(ended.map(({ outcome }) => outcome))).toEqual(new Set(['passed']));
    expect(endings).toEqual(['done']);
    // A few are still applied on the thread.
    endings = [];
    await settle(rules.slice(0, 10), JSON.stringify(output));
    expect(endings).toEqual([]);
  },
);

test('keeps results of schemas if compiling others takes too long', async () => {
  const long = { description: 'long '.repeat(600) };
  const slowToCompile = (index: number) => ({
    properties: Object.fromEntries(
      Array.from({ length: 100 }, (_, field) => [`${index}-${field}`, { minLength: field }]),
    ),
  });
  const schemas = [
    ...Array<object>(5).fill(long),
    ...Array.from({ length: 200 }, (_, index) => slowToCompile(index)),
  ];
  const rules = schemas.map((schema): Rule => ['json_valid', JSON.stringify(schema)]);
  await start({ deadlineMs: 2 * SHORT_MS });

  // Retried if the machine was blocked for so long that all rules timed out.
  const ended = await eventually(async () => {
    const all = await settle(rules, '{}');
    expect(all[0]).toEqual({ outcome: 'passed', summary: null });
    return all;
  }, 60_000);

  expect(ended.at(-1)).toMatchObject({
    outcome: 'error',
    summary: expect.stringContaining('the slow checks of this output took longer than 1 s'),
  });
  expect(new Set(endings)).toEqual(new Set(['deadline']));
});

test('ends unsettled rules as errors if the process dies, and starts another for the next output', async () => {
  const children = await startChildren();
  const settling = settle([ENDLESS, ['keyword_forbidden', 'nothing of it']], LETTERS);
  await untilBusy(children);
  for (const pid of children.pids) process.kill(pid, 'SIGKILL');

  const ended = await settling;

  expect(ended.map(({ outcome }) => outcome)).not.toContain('failed');
  expect(ended[0]).toEqual({
    outcome: 'error',
    summary: 'Rule “Rule 0” could not be applied: the checking process ended before it was done.',
  });
  const next = await settle([['regex_forbidden', 'x+y']], LETTERS);
  expect(next).toEqual([{ outcome: 'passed', summary: null }]);
  expect(endings).toEqual(['done', 'ended', 'done']);
});

test('ends costly rules as errors if no process can be started, and keeps the results of others', async () => {
  await start({});
  const { execArgv } = process;
  // More than the system allows, so that it fails at once.
  process.execArgv = [...execArgv, `--title=${'x'.repeat(1_000_000)}`];
  try {
    const rules: Rule[] = [
      ['json_valid', SCHEMA_OF_LISTS],
      ['max_length', '3'],
    ];
    const ended = await settle(rules, JSON.stringify(LONG_LIST));

    expect(ended.map(({ outcome }) => outcome)).toEqual(['error', 'failed']);
    expect(endings).toEqual(['ended']);
  } finally {
    process.execArgv = execArgv;
  }
});

test('runs shadow rules only in a free slot, and gives it up for other work', async () => {
  const children = await startChildren();
  const shadowed = settle([ENDLESS], LETTERS, { ...CALLER, isShadow: true });
  const left = expect(shadowed).rejects.toThrow(GaveWay);
  await untilBusy(children);
  // There is room for another one beside it, but only one may run in shadow.
  const second = settle([ENDLESS], LETTERS, { ...CALLER, isShadow: true });
  await expect(second).rejects.toThrow(GaveWay);

  const both = await Promise.all([
    settle([['regex_forbidden', 'x+y']], LETTERS),
    settle([['regex_required', 'x+z']], LETTERS),
  ]);

  await left;
  expect(both.flat().map(({ outcome }) => outcome)).toEqual(['passed', 'failed']);
  expect(endings).toEqual(['done', 'done', 'done']);
  const [again] = await settle([['regex_required', 'x+z']], LETTERS, { ...CALLER, isShadow: true });
  expect(again?.outcome).toBe('failed');
});

test('a process whose parent is gone before it is ready says nothing', async () => {
  const entry = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = fork(entry, ['re2js'], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const said = text(child.stderr!);
  child.disconnect();

  await once(child, 'exit');

  expect([await said, child.exitCode]).toEqual(['', 0]);
});

// Must be the last test, since it closes the engine.
test('ends work in progress without an outcome when it closes', async () => {
  const children = await startChildren();
  const settling = settle([ENDLESS], LETTERS);
  const rejected = expect(settling).rejects.toThrow('The service is being stopped');
  await untilBusy(children);

  await engine.close();

  await rejected;
  await expect(settle([ENDLESS], LETTERS)).rejects.toThrow('is being stopped');
});

async function start(options: Partial<RuleEngineOptions>): Promise<void> {
  engine = await load(options);
}

function load(options: Partial<RuleEngineOptions>): Promise<RuleEngine> {
  return RuleEngine.load({
    now: () => new Date(),
    onEnded: (ending) => endings.push(ending),
    // Checks that must succeed must do so on a slow machine too.
    deadlineMs: 60_000,
    ...options,
  });
}

async function settle(
  rules: readonly Rule[],
  output: string,
  caller: typeof CALLER & { readonly isShadow?: boolean } = CALLER,
): Promise<readonly Ended[]> {
  const ruleSet = makeRuleSet(rules.map(ruleOf), engine.tools);
  const applicable = ruleSet.applicableTo({ projectId: null, taskId: null });
  const applied = await engine.applyRules(applicable, { ...NOTHING, output }, caller);
  if (applied.kind !== 'settled') throw new Error('There is no judge here');
  return applied.evaluation.appliedRules.map(({ outcome, summary }) => ({ outcome, summary }));
}

function ruleOf([type, value]: Rule, index: number): ApplicableRule {
  return aRule({ id: `rule-${index}`, name: `Rule ${index}`, type, value });
}

interface Children {
  readonly pids: readonly number[];
  /** Their processor time when they were idle. */
  readonly idleTicks: number;
}

/** The processes for checks, all idle, after one of them has done a check. */
async function startChildren(): Promise<Children> {
  await settle([['regex_forbidden', 'x+y']], LETTERS);
  const pids = pidsOfChecks();
  return { pids, idleTicks: ticksOf(pids) };
}

/** Waits until one of them has worked for a fifth of a second. Idle ones use less. */
async function untilBusy({ pids, idleTicks }: Children): Promise<void> {
  while (ticksOf(pids) < idleTicks + 20) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Processor time of processes in hundredths of a second, user and system. */
function ticksOf(pids: readonly number[]): number {
  const ticks = pids.flatMap((pid) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').slice(11, 13),
  );
  return ticks.reduce((sum, each) => sum + Number(each), 0);
}
