import { canonicalJson } from '@output-review/runtime/text';
import { Ajv, type Name, type Options, str, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ifKeyword from 'ajv/dist/vocabularies/applicator/if.js';

import { isQuickPattern } from '../quick-tools.ts';
import { type PatternTools, TooCostly } from '../tools.ts';
import type { Draft } from './read-schema.ts';
import { type Cost, COST_KEYWORD } from './walk-schema.ts';

export interface ValidatorTools {
  readonly patterns: PatternTools;
  readonly formats: Readonly<Record<string, (text: string) => boolean>>;
  readonly effort: Effort;
}

// Patterns and texts: the slower of the engines does so many characters while a small schema is applied.
const CHARS_A_STEP = 8;
// Of so many instructions; what is larger takes its time by its size.
const SMALL_PATTERN = 64;

/** A schema of its own Ajv: one that is shared would keep every schema for ever. */
export function compileValidator(
  { draft, schema }: { readonly draft: Draft; readonly schema: object | boolean },
  { patterns, formats, effort }: ValidatorTools,
): ValidateFunction {
  const ajv = newAjv(draft, {
    // What nobody understands is a mistake in writing, and would let outputs through.
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    // A number that is too large to be read is above any maximum; Ajv would leave it out of the comparison.
    strictNumbers: false,
    allowMatchingProperties: true,
    // The metaschema has been asked before, once for all schemas.
    meta: false,
    validateSchema: false,
    // What every object inherits (`toString`) is no field of it.
    ownProperties: true,
    // Else a part that is referred to often is compiled as often.
    inlineRefs: false,
    formats: atACost(formats, effort),
    logger: false,
    code: { optimize: false, regExp: regExpBy(patterns, effort) },
  });
  // Words of OpenAPI that say nothing about what is valid, and that tools write.
  ajv.addVocabulary(['discriminator', 'example']);
  // It knows this one and does not say so.
  ajv.addVocabulary(['$anchor']);
  addCost(ajv, effort);
  replaceUniqueItems(ajv, effort);
  replaceMultipleOf(ajv, effort);
  replaceIf(ajv);
  return ajv.compile(schema);
}

export function newAjv(draft: Draft, options: Options): Ajv | Ajv2020 {
  return draft === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
}

/** The engine of rules in the place of V8's, which backtracks. */
function regExpBy(
  { compilePattern, weighPattern }: PatternTools,
  effort: Effort,
): NonNullable<NonNullable<Options['code']>['regExp']> {
  const regExp = (source: string) => {
    const pattern = compilePattern(source);
    const charsAStep = CHARS_A_STEP / Math.max(1, weighPattern(source) / SMALL_PATTERN);
    return {
      test: (raw: string) => {
        effort.spend(1 + raw.length / charsAStep);
        return pattern.matches({ raw, utf8: Buffer.from(raw) });
      },
      // Patterns of the same name are one to Ajv.
      toString: () => source,
    };
  };
  // Written into standalone code, of which there is none.
  return Object.assign(regExp, { code: 'regExp' });
}

// A text is compiled to see whether it is a pattern: within some 10 ms where that is quick.
const PATTERN_STEPS = 2_500;

function atACost(formats: ValidatorTools['formats'], effort: Effort): ValidatorTools['formats'] {
  const entries = Object.entries(formats).map(([name, isOne]) => [
    name,
    (text: string) => {
      effort.spend(1 + text.length / CHARS_A_STEP);
      if (name === 'regex') effort.spend(isQuickPattern(text) ? PATTERN_STEPS : HASTY_EFFORT_MAX);
      return isOne(text);
    },
  ]);
  return Object.fromEntries(entries) as ValidatorTools['formats'];
}

function addCost(ajv: Ajv | Ajv2020, effort: Effort): void {
  ajv.addKeyword({
    keyword: COST_KEYWORD,
    schemaType: 'array',
    errors: false,
    // Before whatever applies other parts: a part that never ends has paid by then.
    before: '$ref',
    validate: ([each, eachField]: Cost, value: unknown) => {
      effort.spend(each + (eachField > 0 ? eachField * fieldsOf(value) : 0));
      return true;
    },
  });
}

function fieldsOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** Ajv compares each item with each other one; this takes time in proportion to the list. */
function replaceUniqueItems(ajv: Ajv | Ajv2020, effort: Effort): void {
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: false,
    error: { message: 'must not have the same item twice' },
    validate: (isWanted: boolean, items: unknown[]) => !isWanted || areUnique(items, effort),
  });
}

function areUnique(items: readonly unknown[], effort: Effort): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = canonicalJson(item);
    effort.spend(1 + text.length / CHARS_A_STEP);
    if (seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}

/** To Ajv what an `if` looked at is evaluated also where it did not hold. */
function replaceIf(ajv: Ajv | Ajv2020): void {
  ajv.removeKeyword('if');
  ajv.addKeyword({
    ...ifKeyword.default,
    code: (context) => {
      const [apply, merge] = [
        context.subschema.bind(context),
        context.mergeEvaluated.bind(context),
      ];
      let holds: Name | undefined;
      context.subschema = (part, valid) => {
        holds = valid;
        return apply(part, valid);
      };
      context.mergeEvaluated = (inner, toName) => {
        if (toName || !holds) merge(inner, toName);
        else context.mergeValidEvaluated(inner, holds);
      };
      ifKeyword.default.code(context);
    },
  });
}

/** Ajv divides as a computer does: 19.99 would be no multiple of 0.01. */
function replaceMultipleOf(ajv: Ajv | Ajv2020, effort: Effort): void {
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    errors: false,
    error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}` },
    validate: (step: number, value: number) => {
      effort.spend(DIVISION_STEPS);
      return isMultipleOf(value, step);
    },
  });
}

// Of numbers of some 600 digits, which 1e308 and 1e-308 are together.
const DIVISION_STEPS = 20;

function isMultipleOf(value: number, step: number): boolean {
  if (!Number.isFinite(value)) return false;
  const [dividend, divisor] = [decimalOf(value), decimalOf(step)];
  const exponent = Math.min(dividend.exponent, divisor.exponent);
  const scaled = (it: Decimal): bigint => it.digits * 10n ** BigInt(it.exponent - exponent);
  return scaled(dividend) % scaled(divisor) === 0n;
}

/** `digits` × 10 to the `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** As the number is written in JSON. */
function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

// One is about a subschema applied to a value: some 0.2 µs, with the making of an error. So a check
// takes the thread for a fraction of a second at the worst, and an honest one never comes near.
const EFFORT_MAX = 1_000_000;
// With patterns at their worst it is some 50 ms.
const HASTY_EFFORT_MAX = 10_000;

/**
 * What a check may cost. A schema can ask for a time that doubles with each of its lines, or that
 * grows with the square of the document; each application of it is counted, and too many end it.
 */
export class Effort {
  #left = EFFORT_MAX;

  /** Begins a check. */
  renew(isHasty: boolean): void {
    this.#left = isHasty ? HASTY_EFFORT_MAX : EFFORT_MAX;
  }

  /** @throws TooCostly where there is none left. */
  spend(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0)
      throw new TooCostly('checking this output against the schema takes too long');
  }
}
