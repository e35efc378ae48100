/** The rule types of the evaluator. New ones are added; a released one is never renamed. */
export const RULE_TYPES = [
  'keyword_required',
  'keyword_forbidden',
  'regex_required',
  'regex_forbidden',
  'min_length',
  'max_length',
  'json_valid',
  'json_field_exists',
  'json_field_equals',
  'json_field_range',
  'json_field_boolean',
  'json_field_date',
  'confidence_min',
  'latency_max',
  'cost_max',
  'llm_judge',
] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** The type of rules that call a model. All others are exact. */
export type JudgeRuleType = 'llm_judge';
export type ExactRuleType = Exclude<RuleType, JudgeRuleType>;

/**
 * live: the rule counts. shadow: it is applied after the result is written, and decides nothing. off: it is kept but
 * not applied.
 */
export const RULE_MODES = ['live', 'shadow', 'off'] as const;
export type RuleMode = (typeof RULE_MODES)[number];

/** The provider of a judge's model. */
export const JUDGE_PROVIDERS = [
  'anthropic',
  'openai',
  'google',
  'openrouter',
  'openai_compatible',
] as const;
export type JudgeProvider = (typeof JUDGE_PROVIDERS)[number];

/** The outcome of one rule on one output. Skipped counts neither way. */
export const RULE_OUTCOMES = ['passed', 'failed', 'error', 'skipped'] as const;
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];

export const RULE_SCOPES = ['global', 'project', 'task'] as const;
export type RuleScope = (typeof RULE_SCOPES)[number];

export const RULE_EVALUATORS = ['deterministic', 'llm'] as const;
