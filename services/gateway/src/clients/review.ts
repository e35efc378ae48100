import {
  INTERNAL_OPERATIONS,
  type OutputsEvaluated,
  type OutputsSubmitted,
} from '@output-review/contracts';
import type { ServiceClient } from '@output-review/runtime';

import { type OutputCounts, sumOutputCounts } from '../domain/registry/output-counts.ts';
import type { Gap } from '../use-cases/forwarding/catch-up.ts';
import type { RegistryOwner } from '../use-cases/registry/registry-store.ts';

export interface ReviewDeps {
  readonly client: ServiceClient;
  /** The gateway's own assertion. */
  readonly assertion: () => Promise<string>;
}

export interface Review {
  countOutputs(workspaceId: string): Promise<OutputCounts>;
  apply(
    events: {
      readonly submissions: readonly OutputsSubmitted[];
      readonly evaluations: readonly OutputsEvaluated[];
    },
    gap: Gap,
  ): Promise<void>;
  readonly outputs: RegistryOwner;
}

// A person waits for what is behind these calls.
const TIMEOUT_MS = 5_000;

/** What the gateway asks of review on its own behalf. */
export function makeReview({ client, assertion }: ReviewDeps): Review {
  const countOutputs = async (workspaceId: string): Promise<OutputCounts> => {
    const { counts } = await client.call(INTERNAL_OPERATIONS.countOutputs, {
      body: { workspaceId },
      assertion: await assertion(),
      timeoutMs: TIMEOUT_MS,
    });
    return sumOutputCounts(counts);
  };
  return {
    countOutputs,
    async apply({ submissions, evaluations }, { requestId }) {
      await client.call(INTERNAL_OPERATIONS.applyEvents, {
        body: { submissions, evaluations },
        assertion: await assertion(),
        timeoutMs: TIMEOUT_MS,
        requestId,
      });
    },
    outputs: {
      async close(entry) {
        const counts = await countOutputs(entry.workspaceId);
        const { kind, id } = entry;
        return (kind === 'project' ? counts.ofProject(id) : counts.ofTask(id)) === 0;
      },
      // It holds nothing that the gateway did not accept, so it has nothing to refuse.
      reopen: () => Promise.resolve(),
    },
  };
}
