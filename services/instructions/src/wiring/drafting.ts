import { type CloserStack, makeJobStarter } from '@output-review/runtime';

import { makeAskForDraft } from '../clients/models-client.ts';
import type { Actions } from '../http/actions.ts';
import type { SeenInstructionsOptions } from '../options.ts';
import { DraftsInHand } from '../use-cases/suggestions/drafts-in-hand.ts';
import { makeWriteDraft } from '../use-cases/suggestions/write-draft.ts';
import type { Clients } from './clients.ts';
import type { Stores } from './stores.ts';

// Who waits for such a draft has waited for minutes.
const GIVE_UP_EVERY_MS = 10_000;

interface Parts {
  readonly stores: Stores;
  readonly clients: Clients;
  readonly closers: CloserStack;
}

/** Starts to give up what killed processes left. @returns what has drafts written. */
export function startDrafting(
  { log, clock }: SeenInstructionsOptions,
  { stores, clients, closers }: Parts,
): Actions['beginDraft'] {
  const inHand = new DraftsInHand((error) => log.error({ err: error }, 'draft not kept'));
  closers.add('drafts', () => inHand.stop());
  makeJobStarter({ log, clock, closers })('left drafts', GIVE_UP_EVERY_MS, stores.giveUpDrafts);
  const writeDraft = makeWriteDraft(stores);
  return (task, caller) => {
    inHand.begin((signal) => writeDraft(task, makeAskForDraft(clients.evaluator, caller, signal)));
  };
}
