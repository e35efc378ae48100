import type { RuleType } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { RuleTools } from '../../domain/rule-tools.ts';
import { findValueFault } from '../../domain/rule-types/index.ts';

/** @throws AppError VALIDATION_FAILED where a rule of this type cannot work with the value. */
export function checkRuleValue(
  rule: { readonly type: RuleType; readonly value: string },
  tools: RuleTools,
  path = 'value',
): void {
  const fault = findValueFault(rule.type, rule.value, tools);
  if (fault === null) return;
  throw new AppError('VALIDATION_FAILED', 'The value does not fit the type of the rule.', {
    fields: { [path]: fault },
  });
}
