import { AppError } from '@output-review/errors';

import type { RuleValue } from '../engine/rule.ts';
import type { RuleEngine } from '../rule-process/rule-engine.ts';

interface CheckedValue extends RuleValue {
  /** Of the value in the request. */
  readonly path?: string;
}

/** @throws AppError VALIDATION_FAILED where a rule of this type cannot work with the value. */
export async function checkRuleValue(
  engine: RuleEngine,
  workspaceId: string,
  { type, value, path = 'value' }: CheckedValue,
): Promise<void> {
  const fault = await engine.findValueFault(workspaceId, { type, value });
  if (fault === null) return;
  throw new AppError('VALIDATION_FAILED', 'The value is not valid for this type of rule.', {
    fields: { [path]: fault },
  });
}
