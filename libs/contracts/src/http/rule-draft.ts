import { Type } from '@sinclair/typebox';

import { RuleApprovals } from '../approvals.ts';
import { JUDGE_PROVIDERS, RULE_MODES, RULE_TYPES, type RuleMode } from '../rule.ts';
import { OneOf } from '../schema/nullable.ts';
import { Name } from './shared.ts';

export const Value = Type.String({
  'x-maxBytes': 64 * 1024,
  'x-keepBlank': true,
  description:
    'keyword_*: the phrase, matched case-insensitively; regex_*: an RE2 pattern, not anchored; ' +
    '*_length: a number of characters; json_valid: blank, or a JSON Schema (2020-12 or ' +
    'draft-07); json_field_exists: a path such as `order.items[0].price`, ' +
    '`action.params.amount`, `metadata.customer` or `input.id`; json_field_equals: `{"path": ' +
    '"currency", "equals": "EUR"}`; json_field_range: `{"path": "total", "min": 0, "max": ' +
    '100}`; json_field_boolean: `{"path": "approved", "is": true}`; json_field_date: `{"path": ' +
    '"due", "notBefore": "-P7D", "notAfter": "2026-12-31"}`; confidence_min: a number; ' +
    'latency_max: a number of milliseconds; cost_max: a number of US dollars; llm_judge: the ' +
    'criterion that a judge checks an output against, in plain language. Bounds can be left ' +
    'out.',
});
export const Description = Type.String({ maxLength: 2000, 'x-trim': true });
export const ModelName = Type.String({
  maxLength: 200,
  'x-trim': true,
  description: 'The model that an llm_judge calls. Default: the configured model.',
});

const MODE =
  'live: outputs are checked against it. shadow: it is applied after the result is written, ' +
  'and changes neither result nor events. off: it is not applied. A new rule is live.';
const IS_ACTIVE =
  'Whether `mode` is not off. In a request, true makes a rule that is off live and leaves one in ' +
  'shadow as it is; false turns it off. A value that contradicts `mode` is refused.';
const SHADOW_RATE =
  'In shadow, the share of outputs that a judge checks. The selection is the same each ' +
  'time, and sampled outputs are selected first. Rules without a judge check every output. ' +
  'Default: 1.';
// `mode` and `isActive` have no defaults, since a filled-in default could contradict the field that was sent.
export const Mode = Type.Unsafe<RuleMode>({ ...OneOf(RULE_MODES), description: MODE });
export const IsActive = Type.Boolean({ description: IS_ACTIVE });
export const ShadowRate = Type.Number({ minimum: 0, maximum: 1, description: SHADOW_RATE });

/** A rule to store or to try. */
export const RuleDraft = Type.Object({
  name: Name,
  type: OneOf(RULE_TYPES),
  value: Value,
  mode: Type.Optional(Mode),
  isActive: Type.Optional(IsActive),
  shadowRate: Type.Optional(ShadowRate),
  judgeFiles: Type.Optional(Type.Boolean({ default: false })),
  description: Type.Optional(Description),
  projectId: Type.Optional(Type.String()),
  projectName: Type.Optional(Name),
  taskName: Type.Optional(Name),
  llmJudgeProvider: Type.Optional(OneOf(JUDGE_PROVIDERS)),
  llmJudgeModel: Type.Optional(ModelName),
  approvals: Type.Optional(RuleApprovals),
});
