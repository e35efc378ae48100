import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { FileActions } from './file-actions.ts';

export const makeDeleteFilesRoute = ({ deleteFiles }: FileActions): Route =>
  implement(INTERNAL_OPERATIONS.deleteFiles, async ({ body }) => {
    const { workspaceId, outputIds } = body;
    await deleteFiles(outputIds.map((outputId) => ({ workspaceId, outputId })));
    return { status: 200, body: {} };
  });

export const makeCheckFilesRoute = ({ checkFiles }: FileActions): Route =>
  implement(INTERNAL_OPERATIONS.checkFiles, async () => ({
    status: 200,
    body: await checkFiles(),
  }));
