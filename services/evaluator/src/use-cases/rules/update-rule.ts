import { changeRule, type Rule, type RuleContent, type RulePlace } from '../../domain/rule.ts';
import type { Asking } from './asking.ts';
import { auditedRule } from './audited-rule.ts';
import { checkRuleValue } from './check-rule-value.ts';
import type { CreateRuleDeps } from './create-rule.ts';
import type { RuleValue } from './find-value-fault.ts';
import { disagreement, type PlaceRequest, taskWithoutProject } from './locate-rule.ts';
import { noSuchRule } from './no-such-rule.ts';
import { projectIsClosing } from './project-is-closing.ts';
import type { RuleReader } from './rule-store.ts';

/** What is to change; of its place null clears what it names. */
export type RuleChange = Partial<Omit<RuleContent, 'projectId' | 'taskId'>> & PlaceChange;

type PlaceChange = { readonly [field in keyof PlaceRequest]: PlaceRequest[field] | null };

export interface RuleRef {
  readonly workspaceId: string;
  readonly id: string;
}

export const makeUpdateRule =
  ({
    changeRules,
    locateRule,
    rules,
    findValueFault,
    newId,
    now,
  }: CreateRuleDeps & { readonly rules: RuleReader }) =>
  /** Makes a new version. What is not in the change stays. */
  async ({ workspaceId, id }: RuleRef, change: RuleChange, asking: Asking): Promise<void> => {
    const present = await rules.find(workspaceId, id);
    if (!present) throw noSuchRule();
    const value = changedValue(present.rule, change);
    await checkRuleValue(value, { workspaceId, findValueFault });
    const { projectId, projectName, taskName, ...content } = change;
    const request = placeRequestOf(present.rule, { projectId, projectName, taskName });
    const located = request && (await locateRule(workspaceId, request, asking.registry));

    await changeRules(workspaceId, async (writer) => {
      const rule = await writer.find(id);
      if (!rule) throw noSuchRule();
      // What somebody has changed meanwhile may be of another type.
      const valueNow = changedValue(rule, change);
      if (!isSameValue(valueNow, value)) {
        await checkRuleValue(valueNow, { workspaceId, findValueFault });
      }
      const place = located ? placeAfter(rule, located, change) : placeOf(rule);
      if (!(await writer.isOpen(place))) throw projectIsClosing();
      const stamp = { versionId: newId(), now: now() };
      const changed = changeRule(rule, { ...content, ...place }, stamp);
      await writer.save(changed);
      const [before, after] = [auditedRule(rule), auditedRule(changed)];
      await writer.audit(asking.origin, { id, action: 'rule.updated', before, after });
    });
  };

function changedValue(rule: Rule, change: RuleChange): RuleValue {
  const { type = rule.type, value = rule.value } = change;
  return { type, value };
}

function isSameValue(one: RuleValue, other: RuleValue): boolean {
  return one.type === other.type && one.value === other.value;
}

/** Null where the place stays. A task by itself is one of the project that the rule is in. */
function placeRequestOf(rule: Rule, change: PlaceChange): PlaceRequest | null {
  const { projectId, projectName } = change;
  const names = [projectId, projectName].filter((each) => each !== undefined);
  const taskName = change.taskName ?? undefined;
  if (names.length === 0) {
    if (change.taskName === undefined) return null;
    return { projectId: rule.projectId ?? undefined, taskName };
  }
  // One that is cleared and one that is given disagree.
  if (new Set(names.map((each) => each === null)).size > 1) throw disagreement();
  return { projectId: projectId ?? undefined, projectName: projectName ?? undefined, taskName };
}

/** A project by itself keeps the task where it is the same project, and is not cleared from under it. */
function placeAfter(rule: Rule, located: RulePlace, { taskName }: RuleChange): RulePlace {
  if (taskName !== undefined) return located;
  if (located.projectId === null && rule.taskId !== null) throw taskWithoutProject();
  return located.projectId === rule.projectId ? placeOf(rule) : located;
}

function placeOf({ projectId, taskId }: Rule): RulePlace {
  return { projectId, taskId };
}
