import {
  INTERNAL_OPERATIONS,
  type JudgeSettings,
  type JudgeSettingsChange,
  type OutputsEvaluated,
} from '@output-review/contracts';
import { isOutage, type Logger, type ServiceClient, type Vouch } from '@output-review/runtime';

import type { Gap } from '../use-cases/forwarding/catch-up.ts';
import type { RegistryOwner } from '../use-cases/registry/registry-store.ts';
import type { SettingsRef, SettingsRequest } from '../use-cases/settings/workspace-settings.ts';
import { makeRegistryOwner } from './registry-owner.ts';

export interface EvaluatorDeps {
  readonly client: ServiceClient;
  /** Signs in the name of the gateway itself. */
  readonly assertion: Vouch;
  readonly log: Logger;
}

export interface Evaluator extends RegistryOwner {
  lookUpEvaluations(gap: Gap): Promise<readonly OutputsEvaluated[]>;
  readJudges(ref: SettingsRef): Promise<JudgeSettings>;
  /** @throws AppError VALIDATION_FAILED. */
  changeJudges(request: SettingsRequest, change: JudgeSettingsChange): Promise<JudgeSettings>;
}

// A person waits for what is behind these calls.
const TIMEOUT_MS = 5_000;

/** What the gateway asks of the evaluator, but for inline evaluations. */
export function makeEvaluator({ client, assertion, log }: EvaluatorDeps): Evaluator {
  return {
    async lookUpEvaluations({ workspaceId, ids, requestId }) {
      const options = { assertion, timeoutMs: TIMEOUT_MS, requestId };
      const body = { workspaceId, ids: [...ids] };
      try {
        const answer = await client.call(INTERNAL_OPERATIONS.lookUpEvaluations, {
          ...options,
          body,
        });
        return answer.evaluations;
      } catch (error) {
        if (!isOutage(error)) throw error;
        log.warn({ requestId }, 'evaluator away, going on without its results');
        return [];
      }
    },
    async readJudges({ workspaceId, requestId }) {
      const options = { assertion, timeoutMs: TIMEOUT_MS, requestId };
      const body = { workspaceId };
      return client.call(INTERNAL_OPERATIONS.readJudgeSettings, { ...options, body });
    },
    // In the name of whoever asks: the evaluator tells the audit of him.
    async changeJudges({ principal, clientAddress, assertion: ofPerson, requestId }, change) {
      const options = { assertion: ofPerson, timeoutMs: TIMEOUT_MS, requestId, clientAddress };
      const body = { workspaceId: principal.workspaceId, change };
      return client.call(INTERNAL_OPERATIONS.changeJudgeSettings, { ...options, body });
    },
    ...makeRegistryOwner({ client, assertion }),
  };
}
