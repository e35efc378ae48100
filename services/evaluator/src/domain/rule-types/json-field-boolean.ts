import { describeJson } from '../json/describe-json.ts';
import { fieldRule } from './field-rule.ts';
import { ValueFault } from './value-fault.ts';

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
