import { PASSED } from '../settlement.ts';
import { onField, readPath } from './field-rule.ts';
import type { RuleTypeDefinition } from './rule-type.ts';
import { faultOf } from './value-fault.ts';

export const jsonFieldExists: RuleTypeDefinition = {
  findFault: (value) => faultOf(() => readPath(value)),
  compile: (value) => onField(readPath(value), () => PASSED),
};
