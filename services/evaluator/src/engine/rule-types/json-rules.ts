import { describeJson, isSameJson } from '../json.ts';
import type { JudgedOutput } from '../judged-output.ts';
import type { JsonSchema } from '../tools.ts';
import { faultOf, fieldRule, onField, readPath, repetitionIn, ValueFault } from './field-rule.ts';
import { failed, PASSED, type RuleTypeDefinition, type RuleResult, skipped } from './rule-type.ts';

export const jsonFieldEquals = fieldRule<unknown>({
  example: '{"path": "currency", "equals": "EUR"}',
  members: ['equals'],
  read: ({ equals }) => {
    if (equals === undefined) {
      throw new ValueFault('"equals" must be the JSON value that the field must have.');
    }
    checkComparable(equals, 0);
    return equals;
  },
  findFlaw: ({ value }, wanted) => {
    if (isSameJson(wanted, value)) return null;
    return typeof wanted === 'object' && wanted !== null
      ? `differs from what it must equal: it is ${describeJson(value)}`
      : `is ${describeJson(value)}, ${describeJson(wanted)} needed`;
  },
});

// Maximum depth of a rule's value. A comparison recurses no deeper than that value.
const DEPTH_MAX = 32;

/** @throws ValueFault if the value would also equal other values, or is nested too deeply */
function checkComparable(value: unknown, depth: number): void {
  if (typeof value === 'number') {
    const isExact = Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    if (!isExact) {
      throw new ValueFault(
        `"equals" must not contain a number beyond ${Number.MAX_SAFE_INTEGER}, because such ` +
          'numbers cannot be told apart from their neighbors. Make the field a string, or use a ' +
          'range.',
      );
    }
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEPTH_MAX)
    throw new ValueFault(`"equals" must be at most ${DEPTH_MAX} levels deep.`);
  for (const inner of Object.values(value)) checkComparable(inner, depth + 1);
}

export const jsonFieldExists: RuleTypeDefinition = {
  findFault: (value) => faultOf(() => readPath(value)),
  sourceOf: (value) => readPath(value).root,
  compile: (value) => onField(readPath(value), () => PASSED),
};

interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

export const jsonFieldRange = fieldRule<Range>({
  example: '{"path": "total", "min": 0, "max": 100}',
  members: ['min', 'max'],
  read: (members) => {
    const min = readBound(members, 'min');
    const max = readBound(members, 'max');
    if (min !== null && max !== null && min > max) {
      throw new ValueFault('"min" must not be greater than "max": no number could pass.');
    }
    return { min, max };
  },
  findFlaw: ({ value }, { min, max }) => {
    const found = `is ${describeJson(value)}`;
    if (typeof value !== 'number' || !Number.isFinite(value)) return `${found}, a number needed`;
    if (min !== null && value < min) return `${found}, at least ${min} needed`;
    if (max !== null && value > max) return `${found}, at most ${max} allowed`;
    return null;
  },
});

function readBound(members: Readonly<Record<string, unknown>>, name: keyof Range): number | null {
  const bound = members[name];
  if (bound === undefined) return null;
  if (typeof bound === 'number' && Number.isFinite(bound)) return bound;
  throw new ValueFault(`"${name}" must be a number without quotation marks, or left out.`);
}

export const jsonFieldBoolean = fieldRule<boolean>({
  example: '{"path": "approved", "is": true}',
  members: ['is'],
  read: ({ is }) => {
    if (typeof is === 'boolean') return is;
    throw new ValueFault('"is" must be true or false, without quotation marks.');
  },
  findFlaw: ({ value }, wanted) =>
    value === wanted ? null : `is ${describeJson(value)}, ${String(wanted)} needed`,
});

export const jsonValid: RuleTypeDefinition = {
  findFault: (value, { findSchemaFault }) => {
    const fault = isEmpty(value) ? null : (findSchemaFault(value) ?? repetitionIn(value));
    return fault === null ? null : `Must be a JSON Schema, or empty to accept any JSON: ${fault}.`;
  },
  sourceOf: () => 'output',
  compile: (value, { compileSchema }) => {
    const schema = isEmpty(value) ? null : compileSchema(value);
    return (output) => settle(output, schema);
  },
};

const NO_OUTPUT = skipped('There was no output to read as JSON.');

function settle(output: JudgedOutput, schema: JsonSchema | null): RuleResult {
  const document = output.documentOf('output');
  if (document === null) return NO_OUTPUT;
  if (document.kind === 'broken') return failed(`The output is not JSON: ${document.reason}.`);
  const mismatch = schema?.findMismatch(document.value, output.threadBudget) ?? null;
  return mismatch === null
    ? PASSED
    : failed(`The output does not match the JSON Schema: ${mismatch}.`);
}

function isEmpty(value: string): boolean {
  return value.trim() === '';
}
