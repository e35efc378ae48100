import {
  INTERNAL_OPERATIONS,
  type NotificationSettings,
  type OutputsEvaluated,
  type OutputsSubmitted,
} from '@output-review/contracts';
import type { ServiceClient, Vouch } from '@output-review/runtime';

import { type OutputCounts, sumOutputCounts } from '../domain/registry/output-counts.ts';
import type { Gap } from '../use-cases/forwarding/catch-up.ts';
import type { RegistryOwner } from '../use-cases/registry/registry-store.ts';
import type {
  NotificationsChange,
  SettingsRef,
  SettingsRequest,
} from '../use-cases/settings/workspace-settings.ts';

export interface ReviewDeps {
  readonly client: ServiceClient;
  /** Signs in the name of the gateway itself. */
  readonly assertion: Vouch;
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
  readNotifications(ref: SettingsRef): Promise<NotificationSettings>;
  /** @throws AppError VALIDATION_FAILED. */
  changeNotifications(
    request: SettingsRequest,
    change: NotificationsChange,
  ): Promise<NotificationSettings>;
  readonly outputs: RegistryOwner;
}

// A person waits for what is behind these calls.
const TIMEOUT_MS = 5_000;

/** What the gateway asks of review on its own behalf. */
export function makeReview({ client, assertion }: ReviewDeps): Review {
  const countOutputs = async (workspaceId: string): Promise<OutputCounts> => {
    const { counts } = await client.call(INTERNAL_OPERATIONS.countOutputs, {
      body: { workspaceId },
      assertion,
      timeoutMs: TIMEOUT_MS,
    });
    return sumOutputCounts(counts);
  };
  return {
    countOutputs,
    async apply({ submissions, evaluations }, { requestId }) {
      await client.call(INTERNAL_OPERATIONS.applyEvents, {
        body: { submissions, evaluations },
        assertion,
        timeoutMs: TIMEOUT_MS,
        requestId,
      });
    },
    async readNotifications({ workspaceId, requestId }) {
      return client.call(INTERNAL_OPERATIONS.readNotificationSettings, {
        ...{ assertion, timeoutMs: TIMEOUT_MS, requestId },
        body: { workspaceId },
      });
    },
    // In the name of whoever asks: review tells the audit of him.
    async changeNotifications(
      { principal, clientAddress, assertion: ofPerson, requestId },
      change,
    ) {
      return client.call(INTERNAL_OPERATIONS.changeNotificationSettings, {
        ...{ assertion: ofPerson, timeoutMs: TIMEOUT_MS, requestId, clientAddress },
        body: { workspaceId: principal.workspaceId, ...change },
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
