import { foldKey } from '@output-review/runtime/text';

import type { RuleTools } from './domain/rule-tools.ts';
import { makeSchemaCompiler } from './json-schema/schema-compiler.ts';
import type { EngineMemory } from './patterns/compiled-patterns.ts';
import { loadNativeEngine } from './patterns/native-engine.ts';
import { makePatternCompiler } from './patterns/pattern-compiler.ts';

/** What runs patterns: the native package, or its counterpart in JavaScript. */
export type PatternEngineName = 're2' | 're2js';

/**
 * All that rules are made with.
 *
 * @param memory what patterns may take in this process.
 * @returns with it the engine that runs: `re2js` too where the native one is asked for and missing.
 */
export async function makeRuleTools(
  wanted: PatternEngineName,
  memory: EngineMemory,
): Promise<{ readonly engine: PatternEngineName; readonly tools: RuleTools }> {
  const native = wanted === 're2' ? await loadNativeEngine() : null;
  const patterns = makePatternCompiler(native, memory);
  return {
    engine: native ? 're2' : 're2js',
    tools: { ...patterns, ...makeSchemaCompiler(patterns), fold: foldKey },
  };
}
