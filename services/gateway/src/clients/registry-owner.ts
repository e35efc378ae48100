import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { ServiceClient, Vouch } from '@output-review/runtime';

import type { RegistryEntry } from '../domain/registry/entries.ts';
import type { RegistryOwner } from '../use-cases/registry/registry-store.ts';

export interface RegistryOwnerDeps {
  readonly client: ServiceClient;
  /** Signs in the name of the gateway itself. */
  readonly assertion: Vouch;
}

// A person waits for what is behind these calls.
const TIMEOUT_MS = 5_000;

/** A service that refers to projects and tasks, and keeps a record of those that it let go of. */
export function makeRegistryOwner({ client, assertion }: RegistryOwnerDeps): RegistryOwner {
  return {
    async close(entry) {
      const { isEmpty } = await client.call(INTERNAL_OPERATIONS.closeRegistryEntry, {
        body: entryKey(entry),
        assertion,
        timeoutMs: TIMEOUT_MS,
      });
      return isEmpty;
    },
    async reopen(entry) {
      await client.call(INTERNAL_OPERATIONS.reopenRegistryEntry, {
        body: entryKey(entry),
        assertion,
        timeoutMs: TIMEOUT_MS,
      });
    },
  };
}

function entryKey({ workspaceId, kind, id }: RegistryEntry) {
  return { workspaceId, kind, id };
}
