import type { makeCreateRule } from '../../use-cases/rules/create-rule.ts';
import type { makeDeleteRule } from '../../use-cases/rules/delete-rule.ts';
import type { makeDryRun, Outputs } from '../../use-cases/rules/dry-run.ts';
import type { NameStore, Registry } from '../../use-cases/rules/locate-rule.ts';
import type { RuleReader } from '../../use-cases/rules/rule-store.ts';
import type { makeUpdateRule } from '../../use-cases/rules/update-rule.ts';
import type { Caller } from '../caller.ts';

/** What the routes of rules do. */
export interface RuleActions {
  readonly rules: RuleReader;
  readonly names: NameStore;
  readonly createRule: ReturnType<typeof makeCreateRule>;
  readonly updateRule: ReturnType<typeof makeUpdateRule>;
  readonly deleteRule: ReturnType<typeof makeDeleteRule>;
  readonly dryRun: ReturnType<typeof makeDryRun>;
  readonly registryFor: (caller: Caller) => Registry;
  readonly outputsFor: (caller: Caller) => Outputs;
  readonly takeModelCallOf: (caller: Caller) => Promise<void>;
}
