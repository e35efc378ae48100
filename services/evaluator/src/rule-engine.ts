import { setImmediate as nextTurn } from 'node:timers/promises';

import { foldKey } from '@output-review/runtime';

import type { RuleTools } from './domain/rule-tools.ts';
import { makeSchemaCompiler } from './json-schema/schema-compiler.ts';
import { loadNativeEngine } from './patterns/native-engine.ts';
import { makePatternCompiler } from './patterns/pattern-compiler.ts';
import { type ApplyRules, makeApplyRules } from './use-cases/evaluations/apply-rules.ts';
import { makeScanners } from './use-cases/evaluations/scanners.ts';

export type { ApplicableRule } from './domain/compile-rule.ts';
export { makeRuleSet } from './domain/rule-set.ts';
export type { RulesApplied } from './use-cases/evaluations/apply-rules.ts';

/** What runs patterns: the native package, or its counterpart in JavaScript. */
export type PatternEngine = 're2' | 're2js';

export interface RuleEngine {
  /** The one that runs: `re2js` too where the native one is asked for and missing. */
  readonly engine: PatternEngine;
  readonly tools: RuleTools;
  readonly applyRules: ApplyRules;
}

export interface RuleEngineOptions {
  readonly now: () => Date;
  readonly engine?: PatternEngine;
}

/** All that rules are made and applied with, and that needs neither a database nor a network. */
export async function makeRuleEngine({
  now,
  engine = 're2',
}: RuleEngineOptions): Promise<RuleEngine> {
  const native = engine === 're2' ? await loadNativeEngine() : null;
  const patterns = makePatternCompiler(native);
  return {
    engine: native ? 're2' : 're2js',
    tools: { ...patterns, ...makeSchemaCompiler(patterns), fold: foldKey },
    applyRules: makeApplyRules({
      fold: foldKey,
      scannerOf: makeScanners(patterns),
      now,
      readMs: () => performance.now(),
      yieldTurn: () => nextTurn(),
    }),
  };
}
