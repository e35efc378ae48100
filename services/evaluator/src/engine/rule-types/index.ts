import type { ExactRuleType, RuleType } from '@output-review/contracts';

import type { RuleTools } from '../tools.ts';
import { jsonFieldDate } from './json-field-date.ts';
import {
  jsonFieldBoolean,
  jsonFieldEquals,
  jsonFieldExists,
  jsonFieldRange,
  jsonValid,
} from './json-rules.ts';
import type { RuleTypeDefinition } from './rule-type.ts';
import { confidenceMin, costMax, latencyMax } from './submitted-number.ts';
import {
  keywordForbidden,
  keywordRequired,
  maxLength,
  minLength,
  regexForbidden,
  regexRequired,
} from './text-rules.ts';

export const EXACT_RULE_TYPES: Readonly<Record<ExactRuleType, RuleTypeDefinition>> = {
  keyword_required: keywordRequired,
  keyword_forbidden: keywordForbidden,
  regex_required: regexRequired,
  regex_forbidden: regexForbidden,
  min_length: minLength,
  max_length: maxLength,
  json_valid: jsonValid,
  json_field_exists: jsonFieldExists,
  json_field_equals: jsonFieldEquals,
  json_field_range: jsonFieldRange,
  json_field_boolean: jsonFieldBoolean,
  json_field_date: jsonFieldDate,
  confidence_min: confidenceMin,
  latency_max: latencyMax,
  cost_max: costMax,
};

/** What a valid value would be, if this rule type cannot work with the value; null if it can. */
export function findValueFault(type: RuleType, value: string, tools: RuleTools): string | null {
  return type === 'llm_judge'
    ? findCriterionFault(value)
    : EXACT_RULE_TYPES[type].findFault(value, tools);
}

/** What a valid criterion would be, if a judge could make nothing of it; null if it is valid. */
function findCriterionFault(value: string): string | null {
  return /\p{L}/u.test(value)
    ? null
    : 'Must be a criterion in plain language, such as "Promises no refund."';
}
