import { describeJson } from '../json/describe-json.ts';
import { fieldRule } from './field-rule.ts';
import { ValueFault } from './value-fault.ts';

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
  throw new ValueFault(`"${name}" must be a number, without quotation marks; or leave it out.`);
}
