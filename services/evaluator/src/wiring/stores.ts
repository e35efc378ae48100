import {
  type CloserStack,
  type Database,
  type DeadLetters,
  makeDeadLetters,
  openDatabase,
} from '@output-review/runtime';

import type { EvaluatorOptions } from '../options.ts';
import { makeEvaluationStore } from '../store/evaluations/evaluation-store.ts';
import { CreateTables1767225600000 } from '../store/migrations/1767225600000-create-tables.ts';
import { makeRegistryStore } from '../store/registry/registry-store.ts';
import { makeChangeRules } from '../store/rules/change-rules.ts';
import { makeFindRuleVersions, makeRuleReader } from '../store/rules/rule-reader.ts';
import { RuleRow } from '../store/rules/rule-row.ts';
import { makeRuleSetStore } from '../store/rules/rule-set-store.ts';
import { RuleVersionRow } from '../store/rules/rule-version-row.ts';
import type { EvaluationStore } from '../use-cases/evaluations/evaluation-store.ts';
import type { RuleSetStore } from '../use-cases/evaluations/rule-sets.ts';
import type { ChangeRules, RuleReader } from '../use-cases/rules/rule-store.ts';

export interface Stores {
  readonly database: Database;
  readonly evaluations: EvaluationStore;
  readonly ruleSets: RuleSetStore;
  readonly rules: RuleReader;
  readonly changeRules: ChangeRules;
  readonly findRuleVersions: ReturnType<typeof makeFindRuleVersions>;
  readonly registry: ReturnType<typeof makeRegistryStore>;
  readonly deadLetters: DeadLetters;
}

// Four consumers, the relay and the sweeper have one each at most; the rest is for requests.
const CONNECTIONS_MAX = 8;

export async function openStores(
  { databaseUrl, log }: EvaluatorOptions,
  closers: CloserStack,
): Promise<Stores> {
  const database = await openDatabase({
    url: databaseUrl,
    schema: 'evaluator',
    entities: [RuleRow, RuleVersionRow],
    migrations: [CreateTables1767225600000],
    poolMax: CONNECTIONS_MAX,
    log,
  });
  closers.add('database', () => database.close());
  return {
    database,
    evaluations: makeEvaluationStore(database),
    ruleSets: makeRuleSetStore(database),
    rules: makeRuleReader(database),
    changeRules: makeChangeRules(database),
    findRuleVersions: makeFindRuleVersions(database),
    registry: makeRegistryStore(database),
    deadLetters: makeDeadLetters(database),
  };
}
