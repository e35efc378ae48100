import { isDeepStrictEqual } from 'node:util';

import {
  type ApprovalsRequest,
  type createRule,
  type deleteRule,
  demandOf,
  INTERNAL_OPERATIONS,
  type updateRule,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { newId, type Reply, type RequestOf, type SqlClient } from '@output-review/runtime';
import {
  type KnownState,
  requireOpenPlace,
  resolveRegistry,
  transact,
  unredacted,
} from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import type { Rule, RulePlace, RuleValue } from '../engine/rule.ts';
import type { RuleEngine } from '../rule-process/rule-engine.ts';
import {
  badApprovals,
  changedValue,
  disagreement,
  isSameValue,
  modeAfter,
  modeFaults,
  type NamedRule,
  nextVersion,
  noSuchRule,
  placeAfter,
  placeOf,
  type PlaceRequest,
  placeRequestOf,
  presentRule,
  type RuleChange,
  type RuleRef,
  requireFittingValue,
  RULES_PER_WORKSPACE_MAX,
  taskWithoutProject,
  tooManyRules,
  unknownProject,
} from './rules.pure.ts';
import {
  deleteRuleRow,
  findNamedRule,
  findRulesOf,
  lockRules,
  measureRules,
  saveRule,
} from './rules.sql.ts';

/** Adds a rule, effective as soon as the request is answered. */
export async function addRule(
  ctx: Context,
  request: RequestOf<typeof createRule>,
): Promise<Reply<typeof createRule>> {
  const { workspaceId } = request.principal;
  const { projectId, projectName, taskName, mode, isActive, ...given } = request.body;
  const content = {
    ...given,
    description: given.description ?? null,
    mode: modeAfter('live', { mode, isActive }),
    shadowRate: given.shadowRate ?? 1,
    llmJudgeProvider: given.llmJudgeProvider ?? null,
    llmJudgeModel: given.llmJudgeModel ?? null,
    judgeFiles: given.judgeFiles ?? false,
    approvals: demandOf(given.approvals),
  };
  const faults = {
    ...modeFaults({ mode, isActive }),
    ...(await approvalFaults(ctx, request, given.approvals)),
  };
  await checkRuleValue(ctx.engine, workspaceId, { ...content, faults });
  // Checked before a project is created, and again under the lock.
  await requireRoom(ctx.db, workspaceId, content.value);
  const place = await locateRule(ctx, request, { projectId, projectName, taskName });

  const created = await transact(ctx, async (tx) => {
    await lockRules(tx, workspaceId);
    await requireGroup(ctx, request, given.approvals);
    await requireRoom(tx, workspaceId, content.value);
    await requireOpenPlace(tx, workspaceId, place);
    const createdAt = ctx.clock.now();
    const rule = {
      ...content,
      ...place,
      ...{ workspaceId, id: newId(), version: 1, versionId: newId() },
      createdAt,
      updatedAt: createdAt,
    };
    await saveRule(tx, rule);
    tx.audit(request, {
      ...{ workspaceId, action: 'rule.created', target: { kind: 'rule', id: rule.id } },
      after: auditedRule(rule),
    });
    return requireRule(tx, rule);
  });
  const headers = { Location: `/api/rules/${created.rule.id}` };
  return { status: 201, body: presentRule(created), headers };
}

/** Creates a new version of a rule if the change has an effect. Fields that are not sent keep their values. */
export async function reviseRule(
  ctx: Context,
  request: RequestOf<typeof updateRule>,
): Promise<Reply<typeof updateRule>> {
  const { body: change, principal, params } = request;
  const ref = { workspaceId: principal.workspaceId, id: params.id };
  const present = await requireRule(ctx.db, ref);
  const value = changedValue(present.rule, change);
  // A value that no longer works can be turned off, renamed or moved. It is checked when the rule is turned on.
  const isTurnedOn = present.rule.mode === 'off' && modeAfter('off', change) !== 'off';
  const isKnown = !isTurnedOn && isSameValue(value, present.rule);
  const faults = {
    ...modeFaults(change),
    ...(await approvalFaults(ctx, request, change.approvals)),
  };
  await checkRuleValue(ctx.engine, ref.workspaceId, { ...value, isKnown, faults });
  const wanted = placeRequestOf(present.rule, change);
  const located = wanted && (await locateRule(ctx, request, wanted));
  const revised = await saveRevision(ctx, ref, { request, change, value, located });
  return { status: 200, body: presentRule(revised) };
}

interface Revision {
  readonly request: RequestOf<typeof updateRule>;
  readonly change: RuleChange;
  /** The value that was checked. */
  readonly value: Pick<Rule, 'type' | 'value'>;
  /** Null if the place does not change. */
  readonly located: RulePlace | null;
}

function saveRevision(
  ctx: Context,
  ref: RuleRef,
  { request, change, value, located }: Revision,
): Promise<NamedRule> {
  const { workspaceId, id } = ref;
  const { projectId, projectName, taskName, mode, isActive, approvals, ...content } = change;
  return transact(ctx, async (tx) => {
    await lockRules(tx, workspaceId);
    await requireGroup(ctx, request, approvals);
    const present = await requireRule(tx, ref);
    const { rule } = present;
    // A concurrent change may have set another type.
    const valueNow = changedValue(rule, change);
    if (!isSameValue(valueNow, value)) await checkRuleValue(ctx.engine, workspaceId, valueNow);
    requireFittingValue(await measureRules(tx, workspaceId), valueNow.value, rule.value);
    const place = located ? placeAfter(rule, located, change) : placeOf(rule);
    await requireOpenPlace(tx, workspaceId, place);
    const stamp = { versionId: newId(), now: ctx.clock.now() };
    const next = {
      ...{ ...content, ...place, mode: modeAfter(rule.mode, { mode, isActive }) },
      ...(approvals !== undefined && { approvals: demandOf(approvals) }),
    };
    if (isDeepStrictEqual({ ...rule, ...next }, rule)) return present;
    const changed = nextVersion(rule, next, stamp);
    await saveRule(tx, changed);
    tx.audit(request, {
      ...{ workspaceId, action: 'rule.updated', target: { kind: 'rule', id } },
      ...{ before: auditedRule(rule), after: auditedRule(changed) },
    });
    return requireRule(tx, ref);
  });
}

/** Deletes a rule, effective as soon as the request is answered. Results keep its texts. */
export async function removeRule(
  ctx: Context,
  request: RequestOf<typeof deleteRule>,
): Promise<Reply<typeof deleteRule>> {
  const { workspaceId } = request.principal;
  const { id } = request.params;
  await transact(ctx, async (tx) => {
    await lockRules(tx, workspaceId);
    const { rule } = await requireRule(tx, { workspaceId, id });
    await deleteRuleRow(tx, { workspaceId, id });
    tx.audit(request, {
      ...{ workspaceId, action: 'rule.deleted', target: { kind: 'rule', id } },
      before: auditedRule(rule),
    });
  });
  return { status: 200, body: { ok: true } };
}

interface CheckedValue extends RuleValue {
  /** Whether it was checked when it was stored. */
  readonly isKnown?: boolean;
  /** Path of the value in the request. */
  readonly path?: string;
  /** Other faults of the request, by field. */
  readonly faults?: Readonly<Record<string, string>>;
}

/** @throws AppError VALIDATION_FAILED if a rule of this type cannot work with the value, or there are other faults */
export async function checkRuleValue(
  engine: RuleEngine,
  workspaceId: string,
  { type, value, isKnown = false, path = 'value', faults = {} }: CheckedValue,
): Promise<void> {
  const fault = isKnown ? null : await engine.findValueFault(workspaceId, { type, value });
  const fields = fault === null ? faults : { ...faults, [path]: fault };
  if (Object.keys(fields).length === 0) return;
  throw new AppError('VALIDATION_FAILED', describe(fault, faults), { fields });
}

function describe(fault: string | null, faults: Readonly<Record<string, string>>): string {
  if (fault !== null) return 'The value is not valid for this type of rule.';
  return 'isActive' in faults
    ? 'The fields do not match each other.'
    : 'The approvals are not valid.';
}

/** Faults of the group that must approve, by field. */
async function approvalFaults(
  { gateway }: Context,
  { principal: { workspaceId }, assertion, requestId }: Caller,
  approvals: ApprovalsRequest | undefined,
): Promise<Record<string, string>> {
  const { groupId, notSubmitter = false } = approvals ?? {};
  if (groupId === undefined) return {};
  const { fault } = await gateway.call(INTERNAL_OPERATIONS.checkApprovalGroup, {
    ...{ body: { workspaceId, groupId, notSubmitter }, assertion, requestId },
  });
  return fault === null ? {} : { 'approvals.groupId': fault };
}

/**
 * Repeats the check under the lock of the rules. The deletion of a group locks the group first, and updates its rules
 * only afterwards.
 *
 * @throws AppError VALIDATION_FAILED
 */
async function requireGroup(
  ctx: Context,
  caller: Caller,
  approvals: ApprovalsRequest | undefined,
): Promise<void> {
  const fields = await approvalFaults(ctx, caller, approvals);
  if (Object.keys(fields).length > 0) throw badApprovals(fields);
}

/** Replaces a group in the approvals of all rules. @returns how many rules still name it */
export function moveRulesOf(
  ctx: Context,
  request: RequestOf<typeof INTERNAL_OPERATIONS.moveGroupRules>,
): Promise<number> {
  const { workspaceId, groupId, moveTo } = request.body;
  return transact(ctx, async (tx) => {
    await lockRules(tx, workspaceId);
    const named = await findRulesOf(tx, workspaceId, groupId);
    if (moveTo === undefined) return named.length;
    for (const rule of named) {
      const stamp = { versionId: newId(), now: ctx.clock.now() };
      const approvals = rule.approvals && { ...rule.approvals, groupIds: [moveTo] };
      const changed = nextVersion(rule, { approvals }, stamp);
      await saveRule(tx, changed);
      tx.audit(request, {
        ...{ workspaceId, action: 'rule.updated', target: { kind: 'rule', id: rule.id } },
        ...{ before: auditedRule(rule), after: auditedRule(changed) },
      });
    }
    return 0;
  });
}

/** @throws AppError NOT_FOUND */
export async function requireRule(db: SqlClient, ref: RuleRef): Promise<NamedRule> {
  const found = await findNamedRule(db, ref);
  if (!found) throw noSuchRule();
  return found;
}

/** @throws AppError VALIDATION_FAILED if the workspace has no room for another rule or its value */
async function requireRoom(db: SqlClient, workspaceId: string, value: string): Promise<void> {
  const size = await measureRules(db, workspaceId);
  if (size.rules >= RULES_PER_WORKSPACE_MAX) throw tooManyRules();
  requireFittingValue(size, value, null);
}

/** The caller of any request within a workspace. */
export type Caller = Pick<RequestOf<typeof createRule>, 'principal' | 'assertion' | 'requestId'>;

/** The place of a rule for the whole workspace. */
const EVERYWHERE: RulePlace = { projectId: null, taskId: null };

/**
 * Resolves the names or the id of a project and task to ids. Creates names that do not exist.
 *
 * @throws AppError VALIDATION_FAILED for a task without a project, or an id and a name that contradict each other;
 * NOT_FOUND for an id of another workspace.
 */
async function locateRule(
  ctx: Context,
  caller: Caller,
  { projectId, projectName, taskName }: PlaceRequest,
): Promise<RulePlace> {
  if (projectId === undefined && projectName === undefined) {
    if (taskName !== undefined) throw taskWithoutProject();
    return EVERYWHERE;
  }
  if (projectId !== undefined && projectName !== undefined) {
    const named = await resolveRegistry(ctx.gateway, caller, { projectName, create: false });
    if (named?.projectId !== projectId) throw disagreement();
  }
  const project = projectId === undefined ? { projectName } : { projectId };
  const request = { ...project, taskName, create: true };
  const entry = await resolveRegistry(ctx.gateway, caller, request);
  if (!entry) throw unknownProject();
  await ctx.registry.learn(caller.principal.workspaceId, entry);
  return { projectId: entry.projectId, taskId: entry.taskId };
}

/** The fields of a rule in the audit log. */
function auditedRule({ type, projectId, taskId, llmJudgeProvider, ...rule }: Rule): KnownState {
  return {
    type: unredacted(type),
    projectId: unredacted(projectId),
    taskId: unredacted(taskId),
    llmJudgeProvider: unredacted(llmJudgeProvider),
    llmJudgeModel: rule.llmJudgeModel,
    name: rule.name,
    value: rule.value,
    description: rule.description,
    mode: unredacted(rule.mode),
    isActive: rule.mode !== 'off',
    shadowRate: rule.shadowRate,
    judgeFiles: rule.judgeFiles,
    approvalsNeeded: rule.approvals?.needed ?? null,
    notSubmitter: rule.approvals?.notSubmitter ?? null,
    approvalGroupIds: unredacted(rule.approvals?.groupIds ?? null),
    version: rule.version,
  };
}
