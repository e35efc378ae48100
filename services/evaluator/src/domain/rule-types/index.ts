import type { ExactRuleType, RuleType } from '@output-review/contracts';

import { findCriterionFault } from '../judges/find-criterion-fault.ts';
import type { RuleTools } from '../rule-tools.ts';
import { jsonFieldBoolean } from './json-field-boolean.ts';
import { jsonFieldDate } from './json-field-date.ts';
import { jsonFieldEquals } from './json-field-equals.ts';
import { jsonFieldExists } from './json-field-exists.ts';
import { jsonFieldRange } from './json-field-range.ts';
import { jsonValid } from './json-valid.ts';
import { keywordForbidden, keywordRequired } from './keyword.ts';
import { maxLength, minLength } from './length.ts';
import { regexForbidden, regexRequired } from './regex.ts';
import type { RuleTypeDefinition } from './rule-type.ts';
import { confidenceMin, costMax, latencyMax } from './submitted-number.ts';

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

/** What would be right, where a rule of this type cannot work with the value; null where it can. */
export function findValueFault(type: RuleType, value: string, tools: RuleTools): string | null {
  return type === 'llm_judge'
    ? findCriterionFault(value)
    : EXACT_RULE_TYPES[type].findFault(value, tools);
}
