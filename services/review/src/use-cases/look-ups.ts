import type { Asking, RuleVersion } from './output-detail.ts';

/** How many outputs each of these sessions has. */
export type CountTurns = (
  workspaceId: string,
  sessionIds: readonly string[],
) => Promise<Map<string, number>>;

/** Texts of rule versions, by version id. */
export type LookUpRuleVersions = (
  asking: Asking,
  ids: readonly string[],
) => Promise<Map<string, RuleVersion>>;

/** Names of projects and tasks, by their ids. */
export type FindNamesOf = (
  workspaceId: string,
  ids: readonly string[],
) => Promise<Map<string, string>>;
