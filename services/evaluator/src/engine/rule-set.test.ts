import { describe, expect, test } from '@jest/globals';

import { aRule, NOTHING } from '../../test/settle-rule.ts';
import type { ApplicableRule, ExactRule } from './compile-rule.ts';
import { type JudgedOutput, makeJudgedOutput } from './judged-output.ts';
import { makeRuleSet } from './rule-set.ts';
import type { RuleTools } from './tools.ts';

const outOfMemory = (): never => {
  throw new Error('out of memory');
};
const TOOLS: RuleTools = {
  findPatternFault: () => null,
  compilePattern: outOfMemory,
  compilePatternSet: outOfMemory,
  weighPattern: () => 1,
  instructionsOfSetMax: 1_000,
  stepsAtOnceMax: 1_000_000,
  findSchemaFault: () => null,
  compileSchema: outOfMemory,
};

const REFUND = { type: 'keyword_forbidden', value: 'refund' } as const;

describe('applicable rules', () => {
  const rules = [
    rule('everywhere', {}),
    rule('in-p1', { projectId: 'p1' }),
    rule('in-p2', { projectId: 'p2' }),
    rule('in-t1', { projectId: 'p1', taskId: 't1' }),
  ];
  const ruleSet = makeRuleSet(rules, TOOLS);

  test.each<[string | null, string | null, string[]]>([
    ['p1', null, ['everywhere', 'in-p1']],
    ['p1', 't1', ['everywhere', 'in-p1', 'in-t1']],
    ['p1', 't2', ['everywhere', 'in-p1']],
    ['p2', 't3', ['everywhere', 'in-p2']],
    ['p3', null, ['everywhere']],
  ])('in project %s, task %s: %j', (projectId, taskId, expected) => {
    const place = { projectId, taskId };

    const applicable = ruleSet.applicableTo(place).map(({ rule: { name } }) => name);

    expect(applicable).toEqual(expected);
    expect(ruleSet.applicableTo(place).map(({ rule: { name } }) => name)).toEqual(expected);
  });
});

test('reuses compiled rules of the previous rule set and drops removed ones', () => {
  const kept = rule('kept', {});
  const former = makeRuleSet([kept, rule('gone', {})], TOOLS);

  const next = makeRuleSet([kept, rule('new', {})], TOOLS, former);

  expect([...next.compiled.keys()]).toEqual(['version-of-kept', 'version-of-new']);
  expect(next.compiled.get('version-of-kept')).toBe(former.compiled.get('version-of-kept'));
});

describe('a rule fails closed', () => {
  test('if it cannot be compiled: an error with its name and the reason', () => {
    const broken = { ...rule('Card numbers', {}), type: 'regex_forbidden' as const };
    const compiled = onlyRuleOf(broken);

    expect(compiled.settle(outputOf('text'))).toEqual({
      outcome: 'error',
      summary: 'Rule “Card numbers” could not be applied: out of memory.',
    });
  });

  test('if it throws on a text: an error on that text', () => {
    const compiled = onlyRuleOf(rule('Refunds', {}));
    const unreadable: JudgedOutput = {
      ...outputOf('text'),
      get text(): never {
        throw new Error('too long');
      },
    };

    expect(compiled.settle(unreadable)).toEqual({
      outcome: 'error',
      summary: 'Rule “Refunds” could not be applied: too long.',
    });
    expect(compiled.settle(outputOf('x'))?.outcome).toBe('passed');
  });

  test('if there is nothing to read: it is skipped', () => {
    const compiled = onlyRuleOf(rule('Refunds', {}));

    expect(compiled.settle(outputOf(null))?.outcome).toBe('skipped');
  });
});

function outputOf(output: string | null): JudgedOutput {
  return makeJudgedOutput({ ...NOTHING, output }, new Date(0));
}

function onlyRuleOf(only: ApplicableRule): ExactRule {
  const [compiled] = makeRuleSet([only], TOOLS).applicableTo({ projectId: null, taskId: null });
  if (compiled?.kind !== 'exact') throw new Error('Not an exact rule');
  return compiled;
}

function rule(name: string, place: { projectId?: string; taskId?: string }): ApplicableRule {
  return aRule({ name, versionId: `version-of-${name}`, ...REFUND, ...place });
}
