import { noSuchRule } from '../../use-cases/rules/no-such-rule.ts';
import type { NamedRule, RuleReader } from '../../use-cases/rules/rule-store.ts';

/** @throws AppError NOT_FOUND */
export async function findRule(
  rules: RuleReader,
  workspaceId: string,
  id: string,
): Promise<NamedRule> {
  const found = await rules.find(workspaceId, id);
  if (!found) throw noSuchRule();
  return found;
}
