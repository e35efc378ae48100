import { changedFields } from '../../api/change.ts';
import type { Answer, BodyOf } from '../../api/client.ts';
import { toPercent, toRate } from '../../formats.ts';
import { texts as componentTexts } from '../../components/texts.ts';
import { texts } from './texts.ts';

export type Rule = Answer<'listRules'>[number];
export type RuleType = Rule['type'];
export type RuleMode = Rule['mode'];
type RuleBody = BodyOf<'createRule'>;
type JudgeProvider = NonNullable<RuleBody['llmJudgeProvider']>;

/** The input for a rule type's value: a line, a number, a long text, or the parts of a JSON object. */
type ValueKind = 'line' | 'number' | 'long' | 'parts';
export type PartName = keyof typeof texts.parts;

export const RULE_TYPES = Object.keys(texts.types) as readonly RuleType[];
/** How many approvals a rule may ask for. */
export const NEEDED = [1, 2, 3, 4, 5] as const;
export const RULE_MODES = Object.keys(texts.modes) as readonly RuleMode[];
export const JUDGE_PROVIDERS = Object.keys(
  componentTexts.judgeProviders,
) as readonly JudgeProvider[];

/** The parts of a JSON object value; the first is a path. */
export const PARTS: Readonly<Partial<Record<RuleType, readonly PartName[]>>> = {
  json_field_equals: ['path', 'equals'],
  json_field_range: ['path', 'min', 'max'],
  json_field_boolean: ['path', 'is'],
  json_field_date: ['path', 'notBefore', 'notAfter'],
};

const NUMBERS: ReadonlySet<RuleType> = new Set([
  'min_length',
  'max_length',
  'confidence_min',
  'latency_max',
  'cost_max',
]);

export function kindOf(type: RuleType): ValueKind {
  if (PARTS[type]) return 'parts';
  if (NUMBERS.has(type)) return 'number';
  return type === 'json_valid' || type === 'llm_judge' ? 'long' : 'line';
}

/** A rule being edited. */
export interface RuleDraft {
  readonly name: string;
  readonly type: RuleType;
  readonly text: string;
  readonly parts: Readonly<Partial<Record<PartName, string>>>;
  readonly description: string;
  readonly projectName: string;
  readonly taskName: string;
  readonly mode: RuleMode;
  /** The share of outputs, in percent. */
  readonly shadowRate: string;
  readonly llmJudgeProvider: JudgeProvider | '';
  readonly llmJudgeModel: string;
  readonly judgeFiles: boolean;
  /** How many people must approve outputs that fail the rule. */
  readonly needed: number;
  readonly notSubmitter: boolean;
  /** The group that one approver must belong to; empty for anyone. */
  readonly groupId: string;
}

export const EMPTY_DRAFT: RuleDraft = {
  name: '',
  type: 'keyword_forbidden',
  text: '',
  parts: {},
  description: '',
  projectName: '',
  taskName: '',
  mode: 'live',
  shadowRate: '100',
  llmJudgeProvider: '',
  llmJudgeModel: '',
  judgeFiles: false,
  needed: 1,
  notSubmitter: false,
  groupId: '',
};

export function draftOf(rule: Rule): RuleDraft {
  return {
    name: rule.name,
    type: rule.type,
    text: rule.value,
    parts: kindOf(rule.type) === 'parts' ? readParts(rule.value) : {},
    description: rule.description ?? '',
    projectName: rule.projectName ?? '',
    taskName: rule.taskName ?? '',
    mode: rule.mode,
    shadowRate: toPercent(rule.shadowRate),
    llmJudgeProvider: JUDGE_PROVIDERS.find((name) => name === rule.llmJudgeProvider) ?? '',
    llmJudgeModel: rule.llmJudgeModel ?? '',
    judgeFiles: rule.judgeFiles,
    needed: rule.approvals?.needed ?? 1,
    notSubmitter: rule.approvals?.notSubmitter ?? false,
    groupId: rule.approvals?.groupId ?? '',
  };
}

/** The API body; the API treats empty fields as missing. */
export function bodyOf({
  text: _text,
  parts: _parts,
  ...draft
}: RuleDraft): Omit<RuleBody, 'value'> {
  const { llmJudgeProvider, llmJudgeModel, judgeFiles, shadowRate, ...others } = draft;
  const { needed, notSubmitter, groupId, ...rest } = others;
  const judge = {
    judgeFiles,
    llmJudgeModel,
    ...(llmJudgeProvider === '' ? {} : { llmJudgeProvider }),
  };
  const shadow = draft.mode === 'shadow' ? { shadowRate: toRate(shadowRate) ?? 0 } : {};
  return {
    ...rest,
    ...(draft.type === 'llm_judge' ? { ...judge, ...shadow } : {}),
    ...(needed > 1 && {
      approvals: { needed, notSubmitter, ...(groupId !== '' && { groupId }) },
    }),
  };
}

/** Whether two drafts make the same rule. */
export function isSame(one: RuleDraft, other: RuleDraft): boolean {
  const serialize = (draft: RuleDraft): string => JSON.stringify([bodyOf(draft), valueOf(draft)]);
  return serialize(one) === serialize(other);
}

/** The changed fields of an existing rule; empty if there are none. Emptied fields are cleared. */
export function changeOf(before: RuleDraft, after: RuleDraft) {
  const changed = changedFields(wholeOf(before), wholeOf(after));
  const { type, projectName, taskName } = after;
  const hasOther = (...names: readonly string[]) => names.some((name) => name in changed);
  return {
    ...changed,
    // The API reads each pair together.
    ...(hasOther('type', 'value') && { type, value: valueOf(after) }),
    ...(hasOther('projectName', 'taskName') && { projectName, taskName }),
  };
}

function wholeOf(draft: RuleDraft) {
  const usualProvider = draft.type === 'llm_judge' ? { llmJudgeProvider: null } : {};
  return { approvals: null, ...usualProvider, ...bodyOf(draft), value: valueOf(draft) };
}

/** The value for the API, which is always text. */
export function valueOf({ type, text, parts }: RuleDraft): string {
  const names = PARTS[type];
  if (!names) return text;
  const members = names.flatMap((name) => {
    const part = parts[name]?.trim() ?? '';
    return part === '' ? [] : `"${name}":${jsonOf(name, part)}`;
  });
  return `{${members.join(',')}}`;
}

/** Whether there is a value to try; only a schema is optional. */
export function isValueGiven(draft: RuleDraft): boolean {
  if (draft.type === 'json_valid') return true;
  const names = PARTS[draft.type];
  if (!names) return draft.text.trim() !== '';
  // A path and an expected value.
  return (
    (draft.parts.path ?? '').trim() !== '' &&
    names.slice(1).some((name) => (draft.parts[name] ?? '').trim() !== '')
  );
}

function jsonOf(name: PartName, part: string): string {
  if (name === 'is') return String(part === 'true');
  if (name === 'min' || name === 'max') return JSON.stringify(Number(part));
  // Numbers, quoted strings, true and null are kept as typed, with all digits. Anything else becomes a string.
  return name === 'equals' && isJson(part) ? part : JSON.stringify(part);
}

function readParts(value: string): RuleDraft['parts'] {
  const parsed: unknown = JSON.parse(value);
  if (typeof parsed !== 'object' || parsed === null) return {};
  return Object.fromEntries(
    Object.entries(parsed).map(([name, part]) => [name, showPart(name, part)]),
  );
}

function showPart(name: string, part: unknown): string {
  if (typeof part !== 'string') return JSON.stringify(part);
  // Keep the quotes of a string that would otherwise parse as another value, or as none.
  const isRead = part !== '' && part.trim() === part && !isJson(part);
  return name === 'equals' && !isRead ? JSON.stringify(part) : part;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
