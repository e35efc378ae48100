import type { Route } from '@output-review/runtime';

import type { DoorActions } from './door/door-actions.ts';
import { makeDownloadRoute } from './door/download-route.ts';
import { makePutRoute } from './door/put-route.ts';
import type { LinkActions } from './links/link-actions.ts';
import { makeMediaRoute } from './links/media-route.ts';
import { makeMediaUrlRoute } from './links/media-url-route.ts';
import { makeUploadsRoute } from './links/uploads-route.ts';

/** What media answers to users, and to whoever has a link of a file. */
export function makePublicRoutes(actions: LinkActions & DoorActions): Route[] {
  return [
    makeUploadsRoute(actions),
    makeMediaUrlRoute(actions),
    makeMediaRoute(actions),
    makeDownloadRoute(actions),
    makePutRoute(actions),
  ];
}
