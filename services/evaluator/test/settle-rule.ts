import type { ExactRuleType, JudgedContentData } from '@output-review/contracts';

import type { ApplicableRule } from '../src/engine/compile-rule.ts';
import { makeSchemaCompiler } from '../src/engine/json-schema/schema-compiler.ts';
import { makeJudgedOutput } from '../src/engine/judged-output.ts';
import { makePatternCompiler } from '../src/engine/patterns/pattern-compiler.ts';
import { EXACT_RULE_TYPES, findValueFault } from '../src/engine/rule-types/index.ts';
import type { RuleResult } from '../src/engine/rule-types/rule-type.ts';
import type { RuleTools } from '../src/engine/tools.ts';

/** The time that durations are relative to in tests of single rules. */
const EVALUATED_AT = new Date('2026-03-10T12:00:00Z');

const PATTERNS = makePatternCompiler(null);
export const TOOLS: RuleTools = { ...PATTERNS, ...makeSchemaCompiler(PATTERNS) };

/** An empty submission. Tests add what their rules read. */
export const NOTHING: JudgedContentData = {
  output: null,
  input: null,
  action: null,
  metadata: {},
  confidence: null,
  latencyMs: null,
  costUsd: null,
};

/** A rule for all outputs, as rule sets have it. */
export function aRule(
  given: Pick<ApplicableRule, 'type' | 'value'> & Partial<ApplicableRule>,
): ApplicableRule {
  const { id = 'rule' } = given;
  return {
    ...{ id, versionId: id, version: 1, name: id, projectId: null, taskId: null },
    ...{ llmJudgeProvider: null, llmJudgeModel: null, judgeFiles: false, approvals: null },
    ...given,
  };
}

/** Creates a rule with this value, which must be valid, and applies it. */
export function settleRule(
  type: ExactRuleType,
  value: string | object,
  content: Partial<JudgedContentData>,
): RuleResult {
  return makeRule(type, value)(content);
}

/** Creates a rule with this value, which must be valid. */
export function makeRule(
  type: ExactRuleType,
  value: string | object,
): (content: Partial<JudgedContentData>) => RuleResult {
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  const fault = findValueFault(type, written, TOOLS);
  if (fault !== null) throw new Error(fault);
  const settle = EXACT_RULE_TYPES[type].compile(written, TOOLS);
  return (content) => settle(makeJudgedOutput({ ...NOTHING, ...content }, EVALUATED_AT));
}
