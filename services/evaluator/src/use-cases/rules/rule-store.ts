import type { AuditEntry, AuditOrigin } from '@output-review/runtime';

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

/** What the audit is told of one rule. */
export interface RuleAudit extends Pick<AuditEntry, 'action' | 'before' | 'after'> {
  readonly id: string;
}

/** Writes to one workspace's rules, in a transaction that no other write to them overlaps. */
export interface RuleWriter {
  count(): Promise<number>;
  find(id: string): Promise<Rule | null>;
  /** Stores a new version: its text for ever, and as what the rule is. */
  save(rule: Rule): Promise<void>;
  /** Its versions stay: results refer to them. */
  remove(id: string): Promise<void>;
  /** Whether rules may refer to the place; false while it is about to be deleted. */
  isOpen(place: RulePlace): Promise<boolean>;
  /** Tells the audit what is done to a rule. */
  audit(origin: AuditOrigin, done: RuleAudit): Promise<void>;
}

/**
 * Runs the work alone and raises the version of the workspace's rules with what it wrote. What it told the
 * audit is sent after the commit.
 */
export type ChangeRules = <T>(
  workspaceId: string,
  work: (rules: RuleWriter) => Promise<T>,
) => Promise<T>;
