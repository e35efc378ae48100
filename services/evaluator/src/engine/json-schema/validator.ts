import { canonicalJson } from '@output-review/runtime/text';
import { _, Ajv, Name, type Options, str, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ifKeyword from 'ajv/dist/vocabularies/applicator/if.js';
import unevaluatedItemsKeyword from 'ajv/dist/vocabularies/unevaluated/unevaluatedItems.js';

import { isJsonObject, isSameJson } from '../json.ts';
import { isQuickPattern } from '../quick-tools.ts';
import { type PatternTools, type ThreadBudget, TooCostly } from '../tools.ts';
import type { Draft } from './read-schema.ts';
import { type Cost, COST_KEYWORD } from './walk-schema.ts';

export interface ValidatorTools {
  readonly patterns: PatternTools;
  readonly formats: Readonly<Record<string, (text: string) => boolean>>;
  readonly effort: Effort;
}

// Characters that the slower engine matches or scans in the time it takes to apply a small schema.
const CHARS_A_STEP = 8;
// In instructions. A larger pattern takes time in proportion to its size.
const SMALL_PATTERN = 64;

/** Compiles each schema with its own Ajv instance: a shared one would keep every schema forever. */
export function compileValidator(
  { draft, schema }: { readonly draft: Draft; readonly schema: object | boolean },
  { patterns, formats, effort }: ValidatorTools,
): ValidateFunction {
  const ajv = newAjv(draft, {
    // An unknown keyword is a typo, and would let outputs through.
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    // A number too large to parse is above any maximum. Ajv would leave it out of the comparison.
    strictNumbers: false,
    allowMatchingProperties: true,
    // The schema was checked against the metaschema before, with one instance for all schemas.
    meta: false,
    validateSchema: false,
    // Inherited properties (`toString`) are not fields.
    ownProperties: true,
    // Otherwise a part is compiled once for each reference to it.
    inlineRefs: false,
    formats: atACost(formats, effort),
    logger: false,
    code: { optimize: false, regExp: regExpBy(patterns, effort) },
  });
  // OpenAPI keywords that tools write and that do not affect validation.
  ajv.addVocabulary(['discriminator', 'example']);
  // Ajv implements this keyword but does not declare it.
  ajv.addVocabulary(['$anchor']);
  const countFields = makeFieldCounter();
  addCost(ajv, { effort, countFields });
  replaceComparisons(ajv, countFields);
  replaceUniqueItems(ajv, effort);
  replaceMultipleOf(ajv, effort);
  replaceIf(ajv);
  if (draft === '2020-12') {
    replaceDynamicRef(ajv);
    replaceUnevaluatedItems(ajv);
  }
  return ajv.compile(schema);
}

export function newAjv(draft: Draft, options: Options): Ajv | Ajv2020 {
  return draft === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
}

/** Uses the rule engine instead of V8's, which backtracks. */
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
      // Ajv treats patterns with the same name as one.
      toString: () => source,
    };
  };
  // Used only in standalone code, which this does not generate.
  return Object.assign(regExp, { code: 'regExp' });
}

// The format compiles the text to see whether it is a pattern, within about 10 ms if that is quick. Parsing a megabyte
// of brackets takes seconds.
const PATTERN_STEPS = 2_500;
const PATTERN_STEPS_A_CHAR = 16;

function atACost(formats: ValidatorTools['formats'], effort: Effort): ValidatorTools['formats'] {
  const entries = Object.entries(formats).map(([name, isOne]) => [
    name,
    (text: string) => {
      effort.spend(1 + text.length / CHARS_A_STEP);
      if (name === 'regex') {
        effort.spend(text.length * PATTERN_STEPS_A_CHAR);
        effort.spend(isQuickPattern(text) ? PATTERN_STEPS : HASTY_EFFORT_MAX);
      }
      return isOne(text);
    },
  ]);
  return Object.fromEntries(entries) as ValidatorTools['formats'];
}

type CountFields = (value: object) => number;

/** Counts fields once per object: counting takes time in proportion to its size, and many parts may need the count. */
function makeFieldCounter(): CountFields {
  const counts = new WeakMap<object, number>();
  return (value) => {
    const count = counts.get(value) ?? Object.keys(value).length;
    counts.set(value, count);
    return count;
  };
}

interface Costs {
  readonly effort: Effort;
  readonly countFields: CountFields;
}

function addCost(ajv: Ajv | Ajv2020, { effort, countFields }: Costs): void {
  ajv.addKeyword({
    keyword: COST_KEYWORD,
    schemaType: 'object',
    errors: false,
    // Runs before keywords that apply other parts, so that a part that never terminates is charged.
    before: '$ref',
    validate: (cost: Cost, value: unknown, ...[, at]: [unknown?, { instancePath: string }?]) => {
      effort.spend(cost.each + bySize(cost, value, countFields) + costOfPath(at?.instancePath));
      return true;
    },
  });
}

function bySize(
  { eachField, eachItem, eachChar }: Cost,
  value: unknown,
  countFields: CountFields,
): number {
  if (typeof value === 'string') return eachChar * value.length;
  if (Array.isArray(value)) return eachItem * value.length;
  return eachField > 0 && isJsonObject(value) ? eachField * countFields(value) : 0;
}

// Up to this length, a path costs less than the checks at that path.
const PATH_CHARS_FREE = 1_000;
const PATH_CHARS_A_STEP = 256;

/** Cost of the path that Ajv passes to each part, in which it escapes each `~` and `/` of a name as two characters. */
function costOfPath(path = ''): number {
  if (path.length <= PATH_CHARS_FREE) return 0;
  let escaped = 0;
  for (let at = path.indexOf('~'); at !== -1; at = path.indexOf('~', at + 1)) escaped += 1;
  return escaped + path.length / PATH_CHARS_A_STEP;
}

/** Ajv lists an object's fields again for each comparison, and calls a field named `valueOf`. */
function replaceComparisons(ajv: Ajv | Ajv2020, countFields: CountFields): void {
  ajv.removeKeyword('const');
  ajv.addKeyword({
    keyword: 'const',
    errors: false,
    error: {
      message: 'must be equal to constant',
      params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}`,
    },
    validate: (wanted: unknown, value: unknown) => isSameJson(wanted, value, countFields),
  });
  ajv.removeKeyword('enum');
  ajv.addKeyword({
    keyword: 'enum',
    schemaType: 'array',
    errors: false,
    error: {
      message: 'must be equal to one of the allowed values',
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
    validate: (allowed: readonly unknown[], value: unknown) =>
      allowed.some((each) => isSameJson(each, value, countFields)),
  });
}

/** Ajv compares every item with every other. This takes time in proportion to the list. */
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

/** Ajv treats the fields that an `if` read as evaluated even if it did not match. */
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

/**
 * Ajv applies the whole schema instead of a part that is no dynamic anchor, or that it has not yet come to. Within one
 * resource, this reference is like any other.
 */
function replaceDynamicRef(ajv: Ajv | Ajv2020): void {
  const ref = ajv.getKeyword('$ref');
  if (typeof ref !== 'object' || !('code' in ref)) throw new Error('Ajv has no $ref');
  ajv.removeKeyword('$dynamicRef');
  ajv.addKeyword({
    keyword: '$dynamicRef',
    schemaType: 'string',
    code: (context) => {
      ref.code(context);
    },
  });
}

/** Ajv counts on from a number where `anyOf` and the like leave `true` for all items, or nothing for none. */
function replaceUnevaluatedItems(ajv: Ajv | Ajv2020): void {
  ajv.removeKeyword('unevaluatedItems');
  ajv.addKeyword({
    ...unevaluatedItemsKeyword.default,
    code: (context) => {
      const { gen, data, it } = context;
      const { items } = it;
      if (items instanceof Name) {
        it.items = gen.const('evaluated', _`${items} === true ? ${data}.length : ${items} || 0`);
      }
      unevaluatedItemsKeyword.default.code(context);
    },
  });
}

/** Ajv divides in floating point, where 19.99 is not a multiple of 0.01. */
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

// For numbers of about 600 digits, as 1e308 and 1e-308 need together.
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

/** From the number as JSON writes it. */
function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

// One unit is a subschema applied to a value: about 0.2 µs, including creating an error. So a check blocks the thread
// for a fraction of a second at worst, and a legitimate one never comes close.
const EFFORT_MAX = 1_000_000;
// With patterns at their worst, about 50 ms.
const HASTY_EFFORT_MAX = 10_000;

/**
 * The budget of a check. A schema can demand time that doubles with each line, or that grows with the square of the
 * document. Each application of a subschema is counted, and too many end the check.
 */
export class Effort {
  #left = EFFORT_MAX;
  #threadBudget: ThreadBudget | null = null;

  /** Starts a check. Its cost is also taken from the budget of the thread, if other work waits for that. */
  renew(threadBudget: ThreadBudget | null): void {
    this.#left = threadBudget ? HASTY_EFFORT_MAX : EFFORT_MAX;
    this.#threadBudget = threadBudget;
  }

  /** @throws TooCostly if a budget is exhausted */
  spend(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0)
      throw new TooCostly('checking this output against the schema takes too long');
    this.#threadBudget?.take(amount);
  }
}
