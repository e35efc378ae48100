import type { AppState } from '@output-review/runtime';
import type { Middleware } from 'koa';

// A year. Not for subdomains, which need not be ours, and in no list of browsers: that is the owner's to say.
const YEAR = 'max-age=31536000';

/** Tells browsers to come back over https alone: the first http request of a visit could be answered by anybody. */
export const demandHttps: Middleware<AppState> = (ctx, next) => {
  ctx.set('Strict-Transport-Security', YEAR);
  return next();
};
