import { type Clock, makeRegistry, makeReplayDeadLetters, newId } from '@output-review/runtime';

import { makeModels } from '../clients/models-client.ts';
import { makeReplayHandlers } from '../consumers/replay-handlers.ts';
import type { Actions } from '../http/actions.ts';
import { makeGetOrSeed } from '../use-cases/documents/get-or-seed.ts';
import { makeQueueDecisionComment } from '../use-cases/feedback/queue-decision-comment.ts';
import { makeQueueOutputComment } from '../use-cases/feedback/queue-output-comment.ts';
import { makeQueueNote } from '../use-cases/feedback/queue-note.ts';
import { makeWithdrawNote } from '../use-cases/feedback/withdraw-note.ts';
import { makeAcceptSuggestion } from '../use-cases/suggestions/accept-suggestion.ts';
import { makeDismissSuggestion } from '../use-cases/suggestions/dismiss-suggestion.ts';
import { makeRequestSuggestion } from '../use-cases/suggestions/request-suggestion.ts';
import { makeFindVersion } from '../use-cases/versions/find-version.ts';
import { makeRestoreVersion } from '../use-cases/versions/restore-version.ts';
import { makeSaveVersion } from '../use-cases/versions/save-version.ts';
import type { Clients } from './clients.ts';
import type { Stores } from './stores.ts';

interface Parts {
  readonly stores: Stores;
  readonly clients: Clients;
  readonly beginDraft: Actions['beginDraft'];
  readonly clock: Clock;
}

/** What the routes do. */
export function makeActions({ stores, clients, clock, beginDraft }: Parts): Actions {
  const { documents, notes, suggestions, registry, deadLetters } = stores;
  const now = (): Date => clock.now();
  const deps = { ...stores, names: registry, newId, now };
  const queueOutputComment = makeQueueOutputComment(deps);
  const queueDecisionComment = makeQueueDecisionComment({ ...stores, queueOutputComment });
  const consumed = { ...stores, queueOutputComment, queueDecisionComment };
  return {
    askingFor: (caller) => ({
      workspaceId: caller.workspaceId,
      origin: caller.origin,
      registry: makeRegistry(clients.gateway, caller),
    }),
    documents,
    getOrSeed: makeGetOrSeed(deps),
    saveVersion: makeSaveVersion(deps),
    restoreVersion: makeRestoreVersion(deps),
    findVersion: makeFindVersion(documents),
    notes,
    queueNote: makeQueueNote(deps),
    queueOutputComment,
    withdrawNote: makeWithdrawNote(deps),
    suggestions,
    modelsFor: (caller) => makeModels(clients, caller),
    requestSuggestion: makeRequestSuggestion(deps),
    beginDraft,
    acceptSuggestion: makeAcceptSuggestion(deps),
    dismissSuggestion: makeDismissSuggestion(deps),
    registry,
    deadLetters,
    replay: makeReplayDeadLetters({ deadLetters, handlers: makeReplayHandlers(consumed) }),
  };
}
