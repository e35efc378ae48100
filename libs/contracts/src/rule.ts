/**
 * The types of rules that the evaluator runs. Members are added as they are built; a released one
 * is never renamed.
 */
export const RULE_TYPES = [
  'keyword_required',
  'keyword_forbidden',
  'regex_required',
  'regex_forbidden',
  'min_length',
  'max_length',
] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** How one rule ended on one output. Skipped counts neither way. */
export const RULE_OUTCOMES = ['passed', 'failed', 'error', 'skipped'] as const;
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];

export const RULE_SCOPES = ['global', 'project', 'task'] as const;
export type RuleScope = (typeof RULE_SCOPES)[number];

export const RULE_EVALUATORS = ['deterministic', 'llm'] as const;
export type RuleEvaluator = (typeof RULE_EVALUATORS)[number];
