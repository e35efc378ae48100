import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';
import { checkFiles } from './keeper.ts';

export const storageRoutes = [
  route(INTERNAL_OPERATIONS.checkFiles, async (ctx) => ({
    status: 200,
    body: await checkFiles(ctx),
  })),
];
