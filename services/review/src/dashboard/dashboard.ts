import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';

import { DASHBOARD_PREFIX } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { AppContext, AppState } from '@output-review/runtime';
import { send } from '@koa/send';
import type { Middleware } from 'koa';

const require = createRequire(import.meta.url);

/** Output folder of `npm run build` for the dashboard. */
export const DASHBOARD_FOLDER = join(
  dirname(require.resolve('@output-review/dashboard/package.json')),
  'dist',
);

/** Placeholder that the build leaves in the page. */
const NONCE_PLACE = '__CSP_NONCE__';
const NONCE_BYTES = 16;
const IMMUTABLE = 'public, max-age=31536000, immutable';
// Files whose names stay the same across releases.
const KEPT_NAMES = new Set(['/icon.svg']);

/**
 * Serves the files of the built dashboard, and the page itself for every other path: it routes on the client. Needs no
 * session: the page calls the API, which checks it.
 *
 * @param folder the build output. A file that is missing there is 404.
 */
export function serveDashboard(folder: string): Middleware<AppState> {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(`${DASHBOARD_PREFIX}/`)) {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new AppError('METHOD_NOT_ALLOWED', 'This path supports only GET, HEAD.');
    }
    const path = ctx.path.slice(DASHBOARD_PREFIX.length);
    if (path.startsWith('/assets/') || KEPT_NAMES.has(path))
      await answerFile(ctx, { folder, path });
    else await answerPage(ctx, folder);
  };
}

interface FileWanted {
  readonly folder: string;
  /** Relative to the folder, as requested. */
  readonly path: string;
}

async function answerFile(ctx: AppContext, { folder, path }: FileWanted): Promise<void> {
  ctx.vary('Accept-Encoding');
  try {
    await send(ctx, path, { root: folder });
  } catch (error) {
    throw notFound(error);
  }
  const { body } = ctx;
  if (!(body instanceof Readable)) throw notFound();
  // Set only after the file was found: a missing file may exist in the next release.
  ctx.set('Cache-Control', KEPT_NAMES.has(path) ? 'no-cache' : IMMUTABLE);
  // The file name contains a hash of its content.
  ctx.etag = `W/"${path}"`;
  if (!KEPT_NAMES.has(path) && ctx.fresh) {
    body.destroy();
    ctx.status = 304;
  }
}

async function answerPage(ctx: AppContext, folder: string): Promise<void> {
  const page = await readPage(folder);
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  ctx.set('Content-Security-Policy', dashboardPolicy(nonce));
  ctx.type = 'html';
  ctx.body = page.replaceAll(NONCE_PLACE, nonce);
}

/** Read on each request: it is about a thousand bytes, and a new build shows at once. */
async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8');
  } catch (error) {
    throw new AppError('NOT_FOUND', 'The dashboard has not been built. Run `npm run build`.', {
      cause: error,
    });
  }
}

function notFound(cause?: unknown): AppError {
  return new AppError('NOT_FOUND', 'There is no such file.', { cause });
}

/**
 * What the page may load and run: our own files only. The page has no inline scripts. Editors and menus create style
 * elements at runtime. These need the nonce of this response, which cannot run scripts.
 */
function dashboardPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Files of outputs are served by signed links, from our own listener or from the store.
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "frame-src 'self' blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
