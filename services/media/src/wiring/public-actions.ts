import { makeLinkTokens, newId } from '@output-review/runtime';

import type { DoorActions } from '../http/door/door-actions.ts';
import type { LinkActions } from '../http/links/link-actions.ts';
import { makeFileLinks } from '../links/file-links.ts';
import { makeKeyReader } from '../links/read-key.ts';
import type { StoreLinks } from '../links/store-links.ts';
import type { SeenMediaOptions } from '../options.ts';
import { makeLinkMedia } from '../use-cases/media/link-media.ts';
import { makeAnnounceUpload } from '../use-cases/uploads/announce-upload.ts';
import { makePutUpload } from '../use-cases/uploads/put-upload.ts';
import type { Actions } from './actions.ts';
import type { Jobs } from './jobs.ts';
import type { Stores } from './stores.ts';

export interface PublicParts {
  readonly stores: Pick<Stores, 'uploads' | 'doomed'>;
  readonly storeLinks: StoreLinks;
  readonly jobs: Jobs;
  readonly actions: Pick<Actions, 'findMedia' | 'gatewayFor'>;
}

/** What users and links ask for. */
export function makePublicActions(
  options: SeenMediaOptions,
  { stores, storeLinks, jobs, actions }: PublicParts,
): LinkActions & DoorActions {
  const { objectStore: store, clock, log } = options;
  const { findMedia, gatewayFor } = actions;
  const now = () => clock.now();
  const tokens = makeLinkTokens(options.links, clock);
  const { publicUrl } = options.links;
  const links = makeFileLinks({ tokens, storeLinks, publicUrl, now });
  const { uploads, doomed } = stores;
  const putUpload = makePutUpload({ uploads, store, doomed, newId, now, log });
  return {
    ...{ tokens, store, gatewayFor },
    readKey: makeKeyReader(options.links),
    linkMedia: makeLinkMedia({ findMedia, links }),
    announceUpload: makeAnnounceUpload({ uploads, links, newId, now }),
    findLinked: (wanted) => findMedia(wanted, null),
    putUpload: async (sent) => {
      try {
        await putUpload(sent);
      } finally {
        jobs.wakeRemoval();
      }
    },
  };
}
