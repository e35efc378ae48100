import {
  type Database,
  type DeadLetters,
  type ErasedWorkspaces,
  makeDeadLetters,
  makeErasedWorkspaces,
  type Metrics,
  newId,
  type SealedColumn,
} from '@output-review/runtime';

import { makeEvaluationStore } from '../store/evaluations/evaluation-store.ts';
import { makeCheckJobStore } from '../store/judging/check-job-store.ts';
import { makeJudgeJobStore } from '../store/judging/judge-job-store.ts';
import { makeRegistryStore } from '../store/registry/registry-store.ts';
import { type ChangeRulesDeps, makeChangeRules } from '../store/rules/change-rules.ts';
import { makeFindRules } from '../store/rules/find-applicable-rules.ts';
import { makeFindRuleVersions, makeRuleReader } from '../store/rules/rule-reader.ts';
import { makeRuleSetStore } from '../store/rules/rule-set-store.ts';
import { makeSealedJudgeKeys } from '../store/workspace-judges/sealed-judge-keys.ts';
import { makeWorkspaceJudgesStore } from '../store/workspace-judges/workspace-judges-store.ts';
import type { CheckJobStore } from '../use-cases/checking/check-jobs.ts';
import type { EvaluationStore } from '../use-cases/evaluations/evaluation-store.ts';
import type { RuleSetStore } from '../use-cases/evaluations/rule-sets.ts';
import type { FindRules, JudgeJobStore } from '../use-cases/judging/judge-jobs.ts';
import type { ChangeRules, RuleReader } from '../use-cases/rules/rule-store.ts';
import type { WorkspaceJudgesStore } from '../use-cases/workspace-judges/workspace-judges-store.ts';
import { countResults } from './count-results.ts';

interface StoresParts extends ChangeRulesDeps {
  readonly metrics: Metrics;
  readonly leaseMs: number;
}

export interface Stores {
  readonly database: Database;
  readonly evaluations: EvaluationStore;
  readonly jobs: JudgeJobStore;
  readonly checks: CheckJobStore;
  readonly ruleSets: RuleSetStore;
  readonly rules: RuleReader;
  readonly changeRules: ChangeRules;
  readonly findRules: FindRules;
  readonly findRuleVersions: ReturnType<typeof makeFindRuleVersions>;
  readonly registry: ReturnType<typeof makeRegistryStore>;
  readonly judges: WorkspaceJudgesStore;
  readonly sealedColumns: readonly SealedColumn[];
  readonly deadLetters: DeadLetters;
  readonly erased: ErasedWorkspaces;
}

export function makeStores({ metrics, leaseMs, ...telling }: StoresParts): Stores {
  const { database } = telling;
  // Claims are in the name of this process.
  const claiming = { owner: newId(), leaseMs };
  const evaluations = makeEvaluationStore(database);
  const jobs = makeJudgeJobStore(database, claiming);
  return {
    database,
    ...countResults({ evaluations, jobs }, metrics),
    checks: makeCheckJobStore(database, claiming),
    ruleSets: makeRuleSetStore(database),
    rules: makeRuleReader(database),
    changeRules: makeChangeRules(telling),
    findRules: makeFindRules(database),
    findRuleVersions: makeFindRuleVersions(database),
    registry: makeRegistryStore(database),
    judges: makeWorkspaceJudgesStore(telling),
    sealedColumns: [makeSealedJudgeKeys(database)],
    deadLetters: makeDeadLetters(database),
    erased: makeErasedWorkspaces(database),
  };
}
