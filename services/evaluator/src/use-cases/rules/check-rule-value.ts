import { AppError } from '@output-review/errors';

import type { FindValueFault, RuleValue } from './find-value-fault.ts';

interface Checking {
  readonly workspaceId: string;
  readonly findValueFault: FindValueFault;
  /** Of the value in the request. */
  readonly path?: string;
}

/** @throws AppError VALIDATION_FAILED where a rule of this type cannot work with the value. */
export async function checkRuleValue(
  { type, value }: RuleValue,
  { workspaceId, findValueFault, path = 'value' }: Checking,
): Promise<void> {
  const fault = await findValueFault(workspaceId, { type, value });
  if (fault === null) return;
  throw new AppError('VALIDATION_FAILED', 'The value does not fit the type of the rule.', {
    fields: { [path]: fault },
  });
}
