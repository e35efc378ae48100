import { INTERNAL_OPERATIONS, INSTRUCTIONS_BYTES_MAX } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { RegistryCaller, ServiceClient } from '@output-review/runtime';

import type { Models } from '../use-cases/suggestions/request-suggestion.ts';
import type { AskForDraft } from '../use-cases/suggestions/write-draft.ts';

interface Peers {
  readonly gateway: ServiceClient;
  readonly evaluator: ServiceClient;
}

/** The models that the evaluator may ask, in the name of a caller. */
export function makeModels({ gateway, evaluator }: Peers, caller: RegistryCaller): Models {
  const { workspaceId, assertion, requestId } = caller;
  const options = { assertion, requestId };
  return {
    hasModel: async () => {
      const body = { workspaceId };
      const answer = await evaluator.call(INTERNAL_OPERATIONS.findModel, { ...options, body });
      return answer.isConfigured;
    },
    takeCall: async () => {
      const { takeModelCall } = INTERNAL_OPERATIONS;
      const { retryAfterSeconds } = await gateway.call(takeModelCall, options);
      if (retryAfterSeconds === null) return;
      throw new AppError('RATE_LIMITED', 'Too many calls that ask a model in one minute.', {
        retryAfterSeconds,
      });
    },
  };
}

/** Asks the evaluator for a draft: the keys of models never leave it. */
export function makeAskForDraft(
  evaluator: ServiceClient,
  { workspaceId, assertion, requestId }: RegistryCaller,
  signal: AbortSignal,
): AskForDraft {
  const { draftInstructions } = INTERNAL_OPERATIONS;
  return (question) =>
    evaluator.call(draftInstructions, {
      body: { workspaceId, ...question, bytesMax: INSTRUCTIONS_BYTES_MAX },
      ...{ assertion, requestId, signal },
      timeoutMs: draftInstructions.answersWithinMs,
    });
}
