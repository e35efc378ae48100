import type { RuleType } from '@output-review/contracts';

import { isQuickPattern, isQuickSchema } from '../../domain/is-quickly-compiled.ts';
import { findValueFault } from '../../domain/rule-types/index.ts';
import type { RuleTools } from '../../domain/rule-tools.ts';
import { TooCostly } from '../../domain/too-costly.ts';

export interface RuleValue {
  readonly type: RuleType;
  readonly value: string;
}

/**
 * What would be right, where a rule of this type cannot work with the value; null where it can.
 *
 * @throws AppError UNAVAILABLE where it could not be told.
 */
export type FindValueFault = (workspaceId: string, value: RuleValue) => Promise<string | null>;

/** Values that are quickly compiled are looked at here, others where nobody waits for the thread. */
export function makeFindValueFault(tools: RuleTools, findApart: FindValueFault): FindValueFault {
  return async (workspaceId, value) => {
    if (!isQuickValue(value)) return findApart(workspaceId, value);
    try {
      return findValueFault(value.type, value.value, tools);
    } catch (error) {
      if (error instanceof TooCostly) return findApart(workspaceId, value);
      throw error;
    }
  };
}

function isQuickValue({ type, value }: RuleValue): boolean {
  if (type === 'regex_forbidden' || type === 'regex_required') return isQuickPattern(value);
  return type !== 'json_valid' || isQuickSchema(value);
}
