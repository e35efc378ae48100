import { AppError } from '@output-review/errors';

import type { RuleValue } from '../engine/rule.ts';
import type { RuleEngine } from '../rule-process/rule-engine.ts';

interface CheckedValue extends RuleValue {
  /** Whether it was checked when it was stored. */
  readonly isKnown?: boolean;
  /** Path of the value in the request. */
  readonly path?: string;
  /** Other faults of the request, by field. */
  readonly faults?: Readonly<Record<string, string>>;
}

/** @throws AppError VALIDATION_FAILED if a rule of this type cannot work with the value, or there are other faults */
export async function checkRuleValue(
  engine: RuleEngine,
  workspaceId: string,
  { type, value, isKnown = false, path = 'value', faults = {} }: CheckedValue,
): Promise<void> {
  const fault = isKnown ? null : await engine.findValueFault(workspaceId, { type, value });
  const fields = fault === null ? faults : { ...faults, [path]: fault };
  if (Object.keys(fields).length === 0) return;
  throw new AppError('VALIDATION_FAILED', describe(fault, faults), { fields });
}

function describe(fault: string | null, faults: Readonly<Record<string, string>>): string {
  if (fault !== null) return 'The value is not valid for this type of rule.';
  return 'isActive' in faults
    ? 'The fields do not match each other.'
    : 'The approvals are not valid.';
}
