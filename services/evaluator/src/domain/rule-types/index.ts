import type { RuleType } from '@output-review/contracts';

import { keywordForbidden, keywordRequired } from './keyword.ts';
import { maxLength, minLength } from './length.ts';
import { regexForbidden, regexRequired } from './regex.ts';
import type { RuleTypeDefinition } from './rule-type.ts';

export const RULE_TYPE_DEFINITIONS: Readonly<Record<RuleType, RuleTypeDefinition>> = {
  keyword_required: keywordRequired,
  keyword_forbidden: keywordForbidden,
  regex_required: regexRequired,
  regex_forbidden: regexForbidden,
  min_length: minLength,
  max_length: maxLength,
};
