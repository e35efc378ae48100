import { beforeAll, describe, expect, test } from '@jest/globals';

import {
  countYardsticks,
  HANGING_PATTERNS,
  THREAD_YARDSTICKS_MAX,
} from '../../../test/hanging-patterns.ts';
import { makeSchemaCompiler } from '../json-schema/schema-compiler.ts';
import { makePatternCompiler } from './pattern-compiler.ts';
import { JS_ENGINE, loadNativeEngine, type PatternEngine } from './pattern-engines.ts';

// The largest output.
const TEXT_CHARS = 1024 * 1024;

describe.each(['native', 'javascript'])('with the %s engine', (engine) => {
  let native: PatternEngine | null = null;

  beforeAll(async () => {
    if (engine === 'native') ({ engine: native } = await loadNativeEngine());
  });

  test.each(HANGING_PATTERNS)(
    'matches %s against 1 MiB of %j within the limit',
    (source, character) => {
      const raw = character.repeat(TEXT_CHARS);
      const pattern = (native ?? JS_ENGINE).compile(source);
      const text = { raw, utf8: Buffer.from(raw) };

      expect(pattern.matches(text)).toBe(false);
      expect(countYardsticks(() => pattern.matches(text))).toBeLessThan(THREAD_YARDSTICKS_MAX);
    },
  );

  test.each(HANGING_PATTERNS)(
    'matches %s in a schema against a field of %j within the limit',
    (source, character) => {
      const { compileSchema } = makeSchemaCompiler(makePatternCompiler(native));
      const schema = compileSchema(
        JSON.stringify({
          properties: { text: { pattern: source } },
          patternProperties: { [source]: false },
        }),
      );
      const document = { text: character.repeat(TEXT_CHARS) };

      expect(schema.findMismatch(document)).toMatch(/^“text” must match the pattern/);
      const run = (): unknown => schema.findMismatch(document);
      expect(countYardsticks(run)).toBeLessThan(THREAD_YARDSTICKS_MAX);
    },
  );
});
