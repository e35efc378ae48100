import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';
import { claimFiles } from './claim-files.ts';
import { confirmFiles, deleteFiles, releaseFiles, settleUnconfirmed } from './claims.ts';

export const claimRoutes = [
  route(INTERNAL_OPERATIONS.claimFiles, async (ctx, { body, ...caller }) => {
    const { attachments, outputAttachments, ...claim } = body;
    const references = { attachments, outputAttachments };
    const files = await claimFiles(ctx, { claim, references, caller });
    return { status: 200, body: { files: [...files] } };
  }),
  route(INTERNAL_OPERATIONS.confirmFiles, async (ctx, { body }) => {
    await confirmFiles(ctx, body);
    return { status: 200, body: {} };
  }),
  route(INTERNAL_OPERATIONS.releaseFiles, async (ctx, { body }) => {
    await releaseFiles(ctx, body);
    return { status: 200, body: {} };
  }),
  route(INTERNAL_OPERATIONS.settleFiles, async (ctx, caller) => ({
    status: 200,
    body: { settled: await settleUnconfirmed(ctx, caller) },
  })),
  route(INTERNAL_OPERATIONS.deleteFiles, async (ctx, { body }) => {
    const { workspaceId, outputIds } = body;
    await deleteFiles(
      ctx,
      outputIds.map((outputId) => ({ workspaceId, outputId })),
    );
    return { status: 200, body: {} };
  }),
];
