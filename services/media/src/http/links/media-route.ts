import { getMedia } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { LinkActions } from './link-actions.ts';

export const makeMediaRoute = ({ linkMedia, gatewayFor }: LinkActions): Route =>
  implement(getMedia, async ({ params, query, principal: { workspaceId }, ...caller }) => {
    const wanted = {
      ...{ workspaceId, key: params.key, filename: null },
      isDownload: query.download === '1',
      ignoresCredential: true,
    };
    const { link } = await linkMedia(wanted, gatewayFor(caller));
    return { status: 302, body: null, headers: { location: link.url } };
  });
