import { describeJson } from '../json/describe-json.ts';
import { isSameJson } from '../json/is-same-json.ts';
import { fieldRule } from './field-rule.ts';
import { ValueFault } from './value-fault.ts';

export const jsonFieldEquals = fieldRule<unknown>({
  example: '{"path": "currency", "equals": "EUR"}',
  members: ['equals'],
  read: ({ equals }) => {
    if (equals === undefined) {
      throw new ValueFault('"equals" must say which JSON value the field has to have.');
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

// As deep as anybody compares; the comparison goes no deeper than this value does.
const DEPTH_MAX = 32;

/** @throws ValueFault where the value would be equal to others than itself, or nests too deep. */
function checkComparable(value: unknown, depth: number): void {
  if (typeof value === 'number') {
    const isExact = Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    if (!isExact) {
      throw new ValueFault(
        `"equals" must not have a number beyond ${Number.MAX_SAFE_INTEGER}: such numbers are not ` +
          'told apart from their neighbours. Let the field be a text, or use a range.',
      );
    }
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEPTH_MAX) throw new ValueFault(`"equals" must nest at most ${DEPTH_MAX} deep.`);
  for (const inner of Object.values(value)) checkComparable(inner, depth + 1);
}
