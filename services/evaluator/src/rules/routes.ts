import {
  createRule,
  deleteRule,
  getRule,
  INTERNAL_OPERATIONS,
  listRules,
  updateRule,
} from '@output-review/contracts';

import { route } from '../context.ts';
import { presentRule, presentVersion } from './rules.pure.ts';
import { findRuleVersions, findVersionId, listNamedRules } from './rules.sql.ts';
import { addRule, moveRulesOf, removeRule, requireRule, reviseRule } from './rules.ts';

export const ruleRoutes = [
  route(listRules, async ({ db }, { principal }) => {
    const found = await listNamedRules(db, principal.workspaceId);
    return { status: 200, body: found.map(presentRule) };
  }),
  route(createRule, addRule),
  route(getRule, async ({ db }, { principal, params }) => {
    const found = await requireRule(db, { workspaceId: principal.workspaceId, id: params.id });
    return { status: 200, body: presentRule(found) };
  }),
  route(updateRule, reviseRule),
  route(deleteRule, removeRule),
  route(INTERNAL_OPERATIONS.moveGroupRules, async (ctx, request) => ({
    status: 200,
    body: { left: await moveRulesOf(ctx, request) },
  })),
  route(INTERNAL_OPERATIONS.lookUpRuleVersions, async ({ db }, { body }) => {
    const { workspaceId, numbered } = body;
    const found = await findRuleVersions(db, body);
    const isSized = body.valueBytesMax !== undefined;
    const versions = found.map((one) => presentVersion(one, isSized));
    const ids = numbered && { numberedId: await findVersionId(db, { workspaceId, ...numbered }) };
    return { status: 200, body: { versions, ...ids } };
  }),
];
