import type { OutputsEvaluated } from '@output-review/contracts';
import type { DeadLetters } from '@output-review/runtime';

import type {
  makeReplayDeadLetters,
  RequestRuns,
} from '../../use-cases/dead-letters/replay-dead-letters.ts';
import type { makeEvaluateNow } from '../../use-cases/evaluations/evaluate-now.ts';
import type { RegistryStore } from '../../use-cases/registry/registry-store.ts';
import type { RuleVersion } from '../../use-cases/rules/rule-store.ts';
import type { Caller } from '../caller.ts';

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
  readonly registry: Pick<RegistryStore, 'close' | 'reopen'>;
  readonly deadLetters: Pick<DeadLetters, 'list'>;
  readonly replayDeadLetters: ReturnType<typeof makeReplayDeadLetters>;
  readonly requestRunsFor: (caller: Omit<Caller, 'workspaceId'>) => RequestRuns;
}
