import type {
  AnswerOf,
  ApprovalDemand,
  BodyOf,
  getRule,
  INTERNAL_OPERATIONS,
  RuleMode,
  RuleScope,
  updateRule,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { ApplicableRule } from '../engine/compile-rule.ts';
import type { Rule, RuleContent, RulePlace, RuleValue } from '../engine/rule.ts';

export interface RuleRef {
  readonly workspaceId: string;
  readonly id: string;
}

/** A rule with the current names of its place. */
export interface NamedRule {
  readonly rule: Rule;
  readonly projectName: string | null;
  readonly taskName: string | null;
}

/** One version of a rule. */
export interface RuleVersion extends RulePlace, Pick<RuleValue, 'type'> {
  /** Null if it was not requested. */
  readonly value: string | null;
  readonly valueBytes: number;
  readonly versionId: string;
  readonly ruleId: string;
  readonly version: number;
  readonly name: string;
}

/** A rule in shadow mode. */
export type ShadowRule = ApplicableRule & Pick<Rule, 'shadowRate'>;

/** The rules of a workspace that are not off. */
export interface ActiveRules {
  readonly live: readonly ApplicableRule[];
  readonly shadow: readonly ShadowRule[];
}

/** The place of a rule in a request. */
export interface PlaceRequest {
  readonly projectId?: string | undefined;
  readonly projectName?: string | undefined;
  readonly taskName?: string | undefined;
}

/** The requested changes. For its place, null clears a name. */
export type RuleChange = BodyOf<typeof updateRule>;

/** The mode of a rule in a request. */
interface ModeRequest {
  readonly mode?: RuleMode | undefined;
  readonly isActive?: boolean | undefined;
}

// Source: the interface's limits of rules.
export const RULES_PER_WORKSPACE_MAX = 1000;

// Readers of rules hold all values of a workspace in memory.
const RULE_VALUES_BYTES_MAX = 8 * 1024 * 1024;

/** The number and size of a workspace's rules. */
export interface RulesSize {
  readonly rules: number;
  /** Size of all values, in UTF-8. */
  readonly valueBytes: number;
}

/**
 * Checks the size limit. Values above it, from before it existed, can be changed and shortened but cannot grow.
 *
 * @param former null for a new rule.
 * @throws AppError VALIDATION_FAILED if the values would exceed the limit.
 */
export function requireFittingValue(
  { valueBytes }: RulesSize,
  value: string,
  former: string | null,
): void {
  const grownBy = Buffer.byteLength(value) - Buffer.byteLength(former ?? '');
  const bytes = valueBytes + grownBy;
  if (grownBy > 0 && bytes > RULE_VALUES_BYTES_MAX) throw tooLargeValues(bytes);
}

export function scopeOf({ projectId, taskId }: RulePlace): RuleScope {
  if (projectId === null) return 'global';
  return taskId === null ? 'project' : 'task';
}

/** `isActive` alone turns a rule off, or an inactive one live. */
export function modeAfter(present: RuleMode, { mode, isActive }: ModeRequest): RuleMode {
  if (mode !== undefined) return mode;
  if (isActive === undefined) return present;
  if (!isActive) return 'off';
  return present === 'off' ? 'live' : present;
}

/** Faults by field, if the two contradict each other. */
export function modeFaults({ mode, isActive }: ModeRequest): Record<string, string> {
  if (mode === undefined || isActive === undefined || isActive === (mode !== 'off')) return {};
  return { isActive: `Does not match mode “${mode}”; send only one of them.` };
}

/** The next version of a rule. */
export function nextVersion(
  rule: Rule,
  change: Partial<RuleContent>,
  stamp: { readonly versionId: string; readonly now: Date },
): Rule {
  return {
    ...rule,
    ...change,
    version: rule.version + 1,
    versionId: stamp.versionId,
    updatedAt: stamp.now,
  };
}

export function changedValue(rule: Rule, change: RuleChange): RuleValue {
  const { type = rule.type, value = rule.value } = change;
  return { type, value };
}

export function isSameValue(one: RuleValue, other: RuleValue): boolean {
  return one.type === other.type && one.value === other.value;
}

/** Null if the place does not change. A task alone belongs to the rule's current project. */
export function placeRequestOf(rule: Rule, change: RuleChange): PlaceRequest | null {
  const { projectId, projectName } = change;
  const names = [projectId, projectName].filter((each) => each !== undefined);
  const taskName = change.taskName ?? undefined;
  if (names.length === 0) {
    if (change.taskName === undefined) return null;
    return { projectId: rule.projectId ?? undefined, taskName };
  }
  // Clearing one and setting the other is a contradiction.
  if (new Set(names.map((each) => each === null)).size > 1) throw disagreement();
  return { projectId: projectId ?? undefined, projectName: projectName ?? undefined, taskName };
}

/** A project alone keeps the task if it is the same project, and cannot be cleared while there is a task. */
export function placeAfter(rule: Rule, located: RulePlace, { taskName }: RuleChange): RulePlace {
  if (taskName !== undefined) return located;
  if (located.projectId === null && rule.taskId !== null) throw taskWithoutProject();
  return located.projectId === rule.projectId ? placeOf(rule) : located;
}

export function placeOf({ projectId, taskId }: Rule): RulePlace {
  return { projectId, taskId };
}

function presentApprovals(approvals: ApprovalDemand | null) {
  if (!approvals) return null;
  const { needed, groupIds: [groupId = null] = [], notSubmitter } = approvals;
  return { needed, groupId, notSubmitter };
}

export function presentRule({ rule, projectName, taskName }: NamedRule): AnswerOf<typeof getRule> {
  return {
    id: rule.id,
    name: rule.name,
    type: rule.type,
    description: rule.description,
    value: rule.value,
    mode: rule.mode,
    isActive: rule.mode !== 'off',
    shadowRate: rule.shadowRate,
    projectId: rule.projectId,
    projectName,
    taskName,
    llmJudgeProvider: rule.llmJudgeProvider,
    llmJudgeModel: rule.llmJudgeModel,
    judgeFiles: rule.judgeFiles,
    approvals: presentApprovals(rule.approvals),
    version: rule.version,
    createdAt: rule.createdAt.toISOString(),
    updatedAt: rule.updatedAt.toISOString(),
  };
}

type PresentedVersion = AnswerOf<typeof INTERNAL_OPERATIONS.lookUpRuleVersions>['versions'][number];

/** @param isSized whether the caller knows sizes: the previous release would pass them on to its callers */
export function presentVersion(version: RuleVersion, isSized: boolean): PresentedVersion {
  return {
    ruleVersionId: version.versionId,
    ruleId: version.ruleId,
    ruleVersion: version.version,
    ruleName: version.name,
    ruleType: version.type,
    ruleValue: version.value,
    ...(isSized && { valueBytes: version.valueBytes }),
    scope: scopeOf(version),
    projectId: version.projectId,
    taskId: version.taskId,
  };
}

export function noSuchRule(): AppError {
  return new AppError('NOT_FOUND', 'There is no such rule.');
}

export function tooManyRules(): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    `A workspace can have at most ${RULES_PER_WORKSPACE_MAX} rules.`,
  );
}

function tooLargeValues(bytes: number): AppError {
  return new AppError('VALIDATION_FAILED', 'The values of the rules are too large together.', {
    fields: {
      value:
        `The values of a workspace’s rules can have at most ${RULE_VALUES_BYTES_MAX} bytes (8 MB) in all; ` +
        `with this one, they would have ${bytes}. Shorten it, or shorten or delete others.`,
    },
  });
}

export function badApprovals(fields: Readonly<Record<string, string>>): AppError {
  return new AppError('VALIDATION_FAILED', 'The approvals are not valid.', { fields });
}

export function taskWithoutProject(): AppError {
  return new AppError('VALIDATION_FAILED', 'A task requires a project.', {
    fields: {
      taskName: 'Send projectName or projectId too, or clear the task together with the project.',
    },
  });
}

export function disagreement(): AppError {
  return new AppError('VALIDATION_FAILED', 'The project ID and the project name do not match.', {
    fields: {
      projectName: 'Is not the name of the project with this projectId; send only one of them.',
    },
  });
}

export function unknownProject(): AppError {
  return new AppError('NOT_FOUND', 'There is no such project.', {
    fields: { projectId: 'There is no project with this ID.' },
  });
}
