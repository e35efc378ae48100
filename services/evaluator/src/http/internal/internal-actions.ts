import type { OutputsEvaluated } from '@output-review/contracts';
import type { DeadLetterRoutesDeps, SealedColumn, Sealer } from '@output-review/runtime';

import type { makeEvaluateNow } from '../../use-cases/evaluations/evaluate-now.ts';
import type { RegistryStore } from '../../use-cases/registry/registry-store.ts';
import type { makeChangeWorkspaceJudges } from '../../use-cases/workspace-judges/change-workspace-judges.ts';
import type { WorkspaceJudgesStore } from '../../use-cases/workspace-judges/workspace-judges-store.ts';
import type { RuleVersion } from '../../use-cases/rules/rule-store.ts';

/** What the internal routes do. */
export interface InternalActions {
  readonly evaluateNow: ReturnType<typeof makeEvaluateNow>;
  readonly lookUpEvaluations: (
    workspaceId: string,
    ids: readonly string[],
  ) => Promise<OutputsEvaluated[]>;
  readonly findRuleVersions: (
    workspaceId: string,
    versionIds: readonly string[],
  ) => Promise<RuleVersion[]>;
  readonly readJudges: WorkspaceJudgesStore['read'];
  readonly changeJudges: ReturnType<typeof makeChangeWorkspaceJudges>;
  readonly registry: Pick<RegistryStore, 'close' | 'reopen'>;
  readonly sealedColumns: readonly SealedColumn[];
  readonly sealer: Sealer;
  readonly deadLetters: DeadLetterRoutesDeps['deadLetters'];
  readonly replay: DeadLetterRoutesDeps['replay'];
}
