import { createUpload } from '@output-review/contracts';
import { implement, LINK_LIFETIME_SECONDS, type Route } from '@output-review/runtime';

import type { LinkActions } from './link-actions.ts';

export const makeUploadsRoute = ({ announceUpload }: LinkActions): Route =>
  implement(createUpload, async ({ body, principal: { workspaceId } }) => {
    const { filename = null, contentType = null, sizeBytes = null } = body;
    const place = await announceUpload({ workspaceId, filename, contentType, sizeBytes });
    return {
      status: 201,
      body: {
        uploadUrl: place.url,
        key: place.key,
        contentType: place.contentType,
        method: 'PUT',
        headers: { ...place.headers },
        expiresIn: LINK_LIFETIME_SECONDS,
        maxBytes: place.bytesMax,
      },
    };
  });
