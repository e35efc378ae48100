import {
  type Clock,
  makeRegistry,
  makeReplayDeadLetters,
  newId,
  type ServiceClient,
} from '@output-review/runtime';

import { makeReplayHandlers } from '../consumers/replay-handlers.ts';
import type { Actions } from '../http/actions.ts';
import { makeGetOrSeed } from '../use-cases/documents/get-or-seed.ts';
import { makeQueueOutputComment } from '../use-cases/feedback/queue-output-comment.ts';
import { makeQueueNote } from '../use-cases/feedback/queue-note.ts';
import { makeWithdrawNote } from '../use-cases/feedback/withdraw-note.ts';
import { makeFindVersion } from '../use-cases/versions/find-version.ts';
import { makeRestoreVersion } from '../use-cases/versions/restore-version.ts';
import { makeSaveVersion } from '../use-cases/versions/save-version.ts';
import type { Stores } from './stores.ts';

interface Parts {
  readonly stores: Stores;
  readonly gateway: ServiceClient;
  readonly clock: Clock;
}

/** What the routes do. */
export function makeActions({ stores, gateway, clock }: Parts): Actions {
  const { documents, notes, registry, deadLetters } = stores;
  const now = (): Date => clock.now();
  const deps = { ...stores, names: registry, newId, now };
  const consumed = { ...stores, queueOutputComment: makeQueueOutputComment(deps) };
  return {
    askingFor: (caller) => ({
      workspaceId: caller.workspaceId,
      registry: makeRegistry(gateway, caller),
    }),
    documents,
    getOrSeed: makeGetOrSeed(deps),
    saveVersion: makeSaveVersion(deps),
    restoreVersion: makeRestoreVersion(deps),
    findVersion: makeFindVersion(documents),
    notes,
    queueNote: makeQueueNote(deps),
    withdrawNote: makeWithdrawNote(deps),
    registry,
    deadLetters,
    replay: makeReplayDeadLetters({ deadLetters, handlers: makeReplayHandlers(consumed) }),
  };
}
