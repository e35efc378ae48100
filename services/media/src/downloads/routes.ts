import { downloadFile, getMedia, getMediaUrl } from '@output-review/contracts';
import type { Route } from '@output-review/runtime';

import { type Context, route } from '../context.ts';
import { linkTo, redirectTo, serveFile } from './downloads.ts';

const downloadRoute = (ctx: Context): Route => ({
  operation: downloadFile,
  respond: (http) => serveFile(ctx, http),
});

export const downloadRoutes = [
  route(getMediaUrl, linkTo),
  route(getMedia, redirectTo),
  downloadRoute,
];
