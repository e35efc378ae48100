import type { Rule, RulePlace } from '../../domain/rule.ts';

/** A rule with the names that its place has at present. */
export interface NamedRule {
  readonly rule: Rule;
  readonly projectName: string | null;
  readonly taskName: string | null;
}

/** A rule as one of its versions was. */
export interface RuleVersion extends RulePlace {
  readonly versionId: string;
  readonly ruleId: string;
  readonly version: number;
  readonly name: string;
  readonly type: Rule['type'];
  readonly value: string;
}

export interface RuleReader {
  list(workspaceId: string): Promise<NamedRule[]>;
  find(workspaceId: string, id: string): Promise<NamedRule | null>;
}

/** Writes to one workspace's rules, in a transaction that no other write to them overlaps. */
export interface RuleWriter {
  count(): Promise<number>;
  find(id: string): Promise<Rule | null>;
  /** Stores a new version: its text for ever, and as what the rule is. */
  save(rule: Rule): Promise<void>;
  /** @returns whether there was one. Its versions stay: results refer to them. */
  remove(id: string): Promise<boolean>;
  /** Whether rules may refer to the place; false while it is about to be deleted. */
  isOpen(place: RulePlace): Promise<boolean>;
}

/** Runs the work alone and raises the version of the workspace's rules with what it wrote. */
export type ChangeRules = <T>(
  workspaceId: string,
  work: (rules: RuleWriter) => Promise<T>,
) => Promise<T>;
