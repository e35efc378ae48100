import {
  type AppliedRule,
  type AppliedRuleAnswer,
  type BodyOf,
  demandOf,
  type dryRunRules,
  type JudgedContentData,
  presentJudging,
  type RuleScope,
  withoutEmptyValues,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import {
  type ApplicableRule,
  type CompiledRule,
  compileRule,
  UNSTORED,
} from '../engine/compile-rule.ts';
import type { Evaluation } from '../engine/evaluation.ts';
import type { RuleTools } from '../engine/tools.ts';

/** What to try: a rule, saved or not, or the active rules on a stored or a given text. */
export type DryRun =
  | { readonly kind: 'rule'; readonly rule: TriedRule; readonly on: JudgedContentData | StoredRef }
  | { readonly kind: 'log'; readonly logId: string }
  | {
      readonly kind: 'project';
      readonly project: string;
      readonly task: string | undefined;
      readonly content: JudgedContentData;
    };

/** An output that is stored. */
export interface StoredRef {
  readonly logId: string;
}

type DryRunBody = BodyOf<typeof dryRunRules>;
type TriedRule = NonNullable<DryRunBody['rule']>;

export interface DryRunResult {
  readonly evaluation: Evaluation;
  readonly rules: readonly CompiledRule[];
}

/** The output does not exist, or review has not received it yet. */
export class OutputNotSeen extends AppError {
  readonly id: string;

  constructor(id: string) {
    super('NOT_FOUND', 'There is no such output.');
    this.id = id;
  }
}

/** @throws AppError VALIDATION_FAILED unless one target is given; a rule may also be tried on a stored output. */
export function readDryRun(body: DryRunBody): DryRun {
  const { rule, logId, project, task } = body;
  const given = [rule, logId, project].filter((each) => each !== undefined);
  const isRuleOnLog = rule !== undefined && logId !== undefined && project === undefined;
  if (given.length !== 1 && !isRuleOnLog) throw notOne();
  if (task !== undefined && project === undefined) throw taskWithoutProject();

  if (logId !== undefined) {
    refuseContent(body);
    return rule === undefined ? { kind: 'log', logId } : { kind: 'rule', rule, on: { logId } };
  }
  if (rule !== undefined) return { kind: 'rule', rule, on: contentOf(body) };
  if (project !== undefined) return { kind: 'project', project, task, content: contentOf(body) };
  throw notOne();
}

const CONTENT_FIELDS = [
  'output',
  'input',
  'metadata',
  'action',
  'confidence',
  'latencyMs',
  'costUsd',
] as const;

function contentOf(body: DryRunBody): JudgedContentData {
  const { action } = body;
  return {
    output: body.output ?? null,
    input: body.input ?? null,
    action: action ? { ...action, params: action.params ?? {} } : null,
    metadata: withoutEmptyValues(body.metadata ?? {}),
    confidence: body.confidence ?? null,
    latencyMs: body.latencyMs ?? null,
    costUsd: body.costUsd ?? null,
  };
}

/** The text comes from the stored output. A second text beside it would be ignored silently. */
function refuseContent(body: DryRunBody): void {
  const given = CONTENT_FIELDS.filter((field) => body[field] !== undefined);
  if (given.length === 0) return;
  throw new AppError('VALIDATION_FAILED', 'With logId, the text is taken from the output.', {
    fields: Object.fromEntries(given.map((field) => [field, 'Leave it out, or leave out logId.'])),
  });
}

function notOne(): AppError {
  const message = 'Send exactly one of rule, logId and project, or both rule and logId.';
  return new AppError('VALIDATION_FAILED', message, {
    fields: { rule: message, logId: message, project: message },
  });
}

function taskWithoutProject(): AppError {
  return new AppError('VALIDATION_FAILED', 'A task requires a project.', {
    fields: { task: 'Send project too.' },
  });
}

export function compileTriedRule(rule: TriedRule, tools: RuleTools): CompiledRule {
  const { name, type, value, judgeFiles = false, approvals } = rule;
  const { llmJudgeProvider = null, llmJudgeModel = null } = rule;
  const judge = { llmJudgeProvider, llmJudgeModel, judgeFiles };
  const content = { name, type, value, ...judge, approvals: demandOf(approvals) };
  return compileRule({ ...UNSTORED, ...content }, tools);
}

interface NamedPlace {
  readonly scope: RuleScope;
  readonly projectName: string | null;
  readonly taskName: string | null;
}

/** Returns the place of each applied rule. */
export type PlaceOf = (rule: ApplicableRule) => NamedPlace;

export function presentAppliedRules(
  { evaluation, rules }: DryRunResult,
  placeOf: PlaceOf,
): AppliedRuleAnswer[] {
  return rules.flatMap(({ rule }, index) => {
    const applied = evaluation.appliedRules[index];
    return applied ? [presentAppliedRule(rule, applied, placeOf(rule))] : [];
  });
}

function presentAppliedRule(
  rule: ApplicableRule,
  applied: AppliedRule,
  place: NamedPlace,
): AppliedRuleAnswer {
  const isStored = rule.id !== '';
  return {
    ruleId: isStored ? rule.id : null,
    ruleVersion: isStored ? rule.version : null,
    ruleName: rule.name,
    ruleType: rule.type,
    ruleValue: rule.value,
    ...place,
    outcome: applied.outcome,
    summary: applied.summary,
    evaluator: applied.evaluator,
    ...presentJudging(applied),
    latencyMs: applied.latencyMs,
    shadow: false,
  };
}

/** A rule that is tried names its place itself. */
export function placeOfTried({ projectId, projectName, taskName }: TriedRule): PlaceOf {
  const hasProject = projectId !== undefined || projectName !== undefined;
  const projectScope = hasProject ? 'project' : 'global';
  const place: NamedPlace = {
    scope: hasProject && taskName !== undefined ? 'task' : projectScope,
    projectName: projectName ?? null,
    taskName: taskName ?? null,
  };
  return () => place;
}
