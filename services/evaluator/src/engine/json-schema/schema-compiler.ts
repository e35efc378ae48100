import type { ValidateFunction } from 'ajv';

import { BoundedCache } from '../bounded-cache.ts';
import {
  type JsonSchema,
  NoMemoryHere,
  type PatternTools,
  type SchemaTools,
  type ThreadBudget,
} from '../tools.ts';
import { describeMismatch } from './describe-mismatch.ts';
import { makeFormats } from './formats.ts';
import { type Draft, type ReadSchema, readSchema, SchemaFault } from './read-schema.ts';
import { compileValidator, Effort, newAjv } from './validator.ts';
import { checkReferences, type WalkedSchema, walkSchema } from './walk-schema.ts';

const PATTERNS_MAX = 50;
// Of all patterns together. The engines take about 20 ms to compile this many.
const INSTRUCTIONS_MAX = 20_000;

// Compiled schemas of all workspaces share the cache: room for a thousand small ones.
const KEPT_BYTES_MAX = 64 * 1024 * 1024;
// Measured with schemas of three to a hundred parts.
const BYTES_OF_SCHEMA = 50_000;
const BYTES_OF_CHARACTER = 65;

// The largest schema that is compiled on a shared thread takes as long as the longest check there.
const COMPILING_STEPS_A_CHAR = 3;

// One of each type. Evaluating a schema that never terminates fails on one of these.
const SAMPLES: readonly unknown[] = [null, true, 0, '', [], {}];

/**
 * Schemas of JSON Schema 2020-12 and draft-07. Users write them, and they run in a process that all workspaces share.
 * So their size is limited, references must stay within the schema, patterns run on the rule engine, and a check ends
 * once it has cost too much.
 */
export function makeSchemaCompiler(patterns: PatternTools): SchemaTools {
  const formats = makeFormats(patterns);
  const findMetaFault = makeMetaschemas();

  const compile = (source: string): JsonSchema => {
    const read = readSchema(source);
    const metaFault = findMetaFault(read);
    if (metaFault !== null) throw new SchemaFault(metaFault);
    const walked = walkSchema(read.schema);
    checkReferences(walked);
    checkPatterns(walked, patterns);
    checkFormats(walked, Object.keys(formats));
    const effort = new Effort();
    const schema = walked.schema as object | boolean;
    const validate = compileValidator({ draft: read.draft, schema }, { patterns, formats, effort });
    return {
      findMismatch: (document, threadBudget = null) => {
        effort.renew(threadBudget);
        return findMismatch(validate, document);
      },
    };
  };

  const kept = new BoundedCache<JsonSchema>(KEPT_BYTES_MAX);
  const compiled = (source: string, threadBudget: ThreadBudget | null): JsonSchema => {
    const known = kept.get(source);
    if (known) return known;
    threadBudget?.take(source.length * COMPILING_STEPS_A_CHAR);
    const schema = compile(source);
    kept.add(source, schema, () => BYTES_OF_SCHEMA + source.length * BYTES_OF_CHARACTER);
    return schema;
  };
  return {
    compileSchema: (source) => ({
      findMismatch: (document, threadBudget = null) =>
        compiled(source, threadBudget).findMismatch(document, threadBudget),
    }),
    findSchemaFault: (source) => {
      try {
        const schema = compile(source);
        for (const sample of SAMPLES) schema.findMismatch(sample);
        return null;
      } catch (error) {
        return faultOf(error);
      }
    },
  };
}

function findMismatch(validate: ValidateFunction, document: unknown): string | null {
  try {
    if (validate(document)) return null;
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    const reason = 'the output is nested too deeply for the schema, or the schema refers to itself';
    throw new Error(reason, { cause: error });
  }
  return describeMismatch(validate.errors ?? [], document);
}

/** Compiles the metaschemas on first use: most services never see a schema. */
function makeMetaschemas(): (read: ReadSchema) => string | null {
  const known = new Map<Draft, ReturnType<typeof newAjv>>();
  return ({ draft, schema }) => {
    const ajv = known.get(draft) ?? newAjv(draft, { strict: false, validateFormats: false });
    known.set(draft, ajv);
    if (ajv.validateSchema(schema as object | boolean)) return null;
    const [first] = ajv.errors ?? [];
    return `at "#${first?.instancePath ?? ''}" it ${first?.message ?? 'is not valid'}`;
  };
}

function checkPatterns(
  { patterns }: WalkedSchema,
  { findPatternFault, weighPattern }: PatternTools,
): void {
  const distinct = new Set(patterns);
  if (distinct.size > PATTERNS_MAX) {
    throw new SchemaFault(`it must have at most ${PATTERNS_MAX} patterns`);
  }
  let instructions = 0;
  for (const pattern of distinct) {
    const fault = findPatternFault(pattern);
    if (fault === null) {
      instructions += weighPattern(pattern);
      if (instructions <= INSTRUCTIONS_MAX) continue;
      throw new SchemaFault('its patterns are too large when compiled');
    }
    throw new SchemaFault(
      `its pattern ${JSON.stringify(pattern)} must be of RE2 syntax (no lookaround, no ` +
        `backreferences): ${fault}`,
    );
  }
}

function checkFormats({ formats }: WalkedSchema, known: readonly string[]): void {
  const unknown = formats.find((format) => !known.includes(format));
  if (unknown === undefined) return;
  throw new SchemaFault(
    `its format ${JSON.stringify(unknown)} is not supported; use one of ${known.join(', ')}`,
  );
}

function faultOf(error: unknown): string {
  if (error instanceof NoMemoryHere) throw error;
  if (isStackOverflow(error)) return 'it is too large when compiled, or refers to itself endlessly';
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^strict mode: /, '').toWellFormed();
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError;
}
