import type { ExactRuleType, RuleType } from '@output-review/contracts';

import { findCriterionFault } from '../judges/find-criterion-fault.ts';
import type { TextTools } from '../pattern.ts';
import { keywordForbidden, keywordRequired } from './keyword.ts';
import { maxLength, minLength } from './length.ts';
import { regexForbidden, regexRequired } from './regex.ts';
import type { RuleTypeDefinition } from './rule-type.ts';

export const EXACT_RULE_TYPES: Readonly<Record<ExactRuleType, RuleTypeDefinition>> = {
  keyword_required: keywordRequired,
  keyword_forbidden: keywordForbidden,
  regex_required: regexRequired,
  regex_forbidden: regexForbidden,
  min_length: minLength,
  max_length: maxLength,
};

/** What would be right, where a rule of this type cannot work with the value; null where it can. */
export function findValueFault(type: RuleType, value: string, tools: TextTools): string | null {
  return type === 'llm_judge'
    ? findCriterionFault(value)
    : EXACT_RULE_TYPES[type].findFault(value, tools);
}
