import { makeSchemaCompiler } from './json-schema/schema-compiler.ts';
import type { EngineMemory } from './patterns/compiled-patterns.ts';
import { makePatternCompiler } from './patterns/pattern-compiler.ts';
import { loadNativeEngine } from './patterns/pattern-engines.ts';
import type { RuleTools } from './tools.ts';

/** The engine that runs patterns: the native package, or its counterpart in JavaScript. */
export type PatternEngineName = 're2' | 're2js';

const NOT_WANTED = { engine: null, failure: null };

/**
 * Creates the tools that rules need.
 *
 * @param memory limits the memory of patterns in this process.
 * @returns also the engine in use. It falls back to `re2js` if the native one is missing or does not load; `failure` is
 * then the reason.
 */
export async function makeRuleTools(
  wanted: PatternEngineName,
  memory: EngineMemory,
): Promise<{
  readonly engine: PatternEngineName;
  readonly failure: unknown;
  readonly tools: RuleTools;
}> {
  const { engine: native, failure } = wanted === 're2' ? await loadNativeEngine() : NOT_WANTED;
  const patterns = makePatternCompiler(native, memory);
  return {
    engine: native ? 're2' : 're2js',
    failure,
    tools: { ...patterns, ...makeSchemaCompiler(patterns) },
  };
}
