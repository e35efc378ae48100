import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { DraftRequest } from '../../domain/drafting/draft-request.ts';
import type { DraftResult } from '../../use-cases/drafting/draft-instructions.ts';

/** What is done for those who need a model. */
export interface DraftingActions {
  readonly hasModel: (workspaceId: string) => Promise<boolean>;
  readonly draftInstructions: (request: DraftRequest) => Promise<DraftResult>;
}

export const makeDraftingRoutes = ({ hasModel, draftInstructions }: DraftingActions): Route[] => [
  implement(INTERNAL_OPERATIONS.findModel, async ({ body }) => ({
    status: 200,
    body: { isConfigured: await hasModel(body.workspaceId) },
  })),
  implement(INTERNAL_OPERATIONS.draftInstructions, async ({ body }) => ({
    status: 200,
    body: await draftInstructions(body),
  })),
];
