import { getMediaUrl } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import type { LinkActions } from './link-actions.ts';

export const makeMediaUrlRoute = ({ linkMedia, readKey, gatewayFor }: LinkActions): Route =>
  implement(getMediaUrl, async ({ query, principal: { workspaceId }, ...caller }) => {
    const key = readKey(query.source);
    if (key === null) throw new AppError('NOT_FOUND', 'There is no such file.');
    const wanted = {
      ...{ workspaceId, key, filename: query.filename ?? null },
      isDownload: query.download === '1',
      ignoresCredential: false,
    };
    const { file, link } = await linkMedia(wanted, gatewayFor(caller));
    const { filename, contentType, sizeBytes } = file;
    const { url, expiresAt } = link;
    return {
      status: 200,
      body: { url, expiresAt: expiresAt.toISOString(), key, filename, contentType, sizeBytes },
    };
  });
