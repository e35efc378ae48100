import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { FileActions } from './file-actions.ts';

export const makeClaimFilesRoute = ({ claimFiles, gatewayFor }: FileActions): Route =>
  implement(INTERNAL_OPERATIONS.claimFiles, async ({ body, ...caller }) => {
    const { attachments, outputAttachments, ...claim } = body;
    const references = { attachments, outputAttachments };
    const files = await claimFiles(claim, references, gatewayFor(caller));
    return { status: 200, body: { files: [...files] } };
  });

export const makeConfirmFilesRoute = ({ confirmFiles }: FileActions): Route =>
  implement(INTERNAL_OPERATIONS.confirmFiles, async ({ body }) => {
    await confirmFiles(body);
    return { status: 200, body: {} };
  });

export const makeReleaseFilesRoute = ({ releaseFiles }: FileActions): Route =>
  implement(INTERNAL_OPERATIONS.releaseFiles, async ({ body }) => {
    await releaseFiles(body);
    return { status: 200, body: {} };
  });

export const makeSettleFilesRoute = ({ settleUnconfirmed, gatewayFor }: FileActions): Route =>
  implement(INTERNAL_OPERATIONS.settleFiles, async (caller) => ({
    status: 200,
    body: { settled: await settleUnconfirmed(gatewayFor(caller)) },
  }));
