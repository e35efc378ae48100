import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { buildOpenApi, type OpenApiDocument, OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { AppContext, AppState } from '@output-review/runtime';
import type { Middleware } from 'koa';

// The version of the interface, not of a release.
export const API_VERSION = '1.0.0';

export function describeApi(cookieName: string): OpenApiDocument {
  return buildOpenApi(OPERATIONS, {
    title: 'Output Review Service',
    version: API_VERSION,
    description:
      'Receives the outputs of AI automations, evaluates them against rules, and lets people ' +
      'decide on them.',
    cookieName,
  });
}

/** Paths of the page and its parts. */
const DOCS_PATH = '/api/docs';
const OPENAPI_PATH = '/api/openapi.json';

const DOCS_PAGE = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Output Review Service: API</title>
    <link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css">
    <link rel="icon" type="image/png" href="${DOCS_PATH}/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
    <script src="${DOCS_PATH}/initialize.js"></script>
  </body>
</html>
`;

// Without a validator URL the page would send our document to a validator on the internet.
const DOCS_INITIALIZER = `SwaggerUIBundle({
  url: '${OPENAPI_PATH}',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
});
`;

/**
 * Allows nothing from other origins and no inline script. Swagger UI sets style attributes and has its icons as data
 * URLs in its style sheet; neither can run code.
 */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface DocsPart {
  readonly type: string;
  /** Returns the same bytes each time, so that clients that do not read share one copy in memory. */
  readonly read: () => Buffer | Promise<Buffer>;
}

/** Serves the OpenAPI document, and a page that shows it using only our own files: it sends no request elsewhere. */
export function serveDocs(document: OpenApiDocument): Middleware<AppState> {
  const parts = docsParts(JSON.stringify(document));
  return (ctx, next) => {
    const part = parts.get(ctx.path);
    return part ? answer(ctx, part) : next();
  };
}

async function answer(ctx: AppContext, part: DocsPart): Promise<void> {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    ctx.set('Allow', 'GET, HEAD');
    throw new AppError('METHOD_NOT_ALLOWED', 'This path supports only GET, HEAD.');
  }
  ctx.set('Content-Security-Policy', DOCS_POLICY);
  // The parts change with a release, and their paths contain no version.
  ctx.set('Cache-Control', 'no-cache');
  ctx.type = part.type;
  ctx.body = await part.read();
}

function docsParts(document: string): ReadonlyMap<string, DocsPart> {
  const text = (type: string, content: string): DocsPart => {
    const bytes = Buffer.from(content);
    return { type, read: () => bytes };
  };
  const page = text('html', DOCS_PAGE);
  return new Map<string, DocsPart>([
    [OPENAPI_PATH, text('json', document)],
    [DOCS_PATH, page],
    [`${DOCS_PATH}/`, page],
    [`${DOCS_PATH}/initialize.js`, text('js', DOCS_INITIALIZER)],
    ...Object.entries(SWAGGER_FILES).map(([name, type]): [string, DocsPart] => [
      `${DOCS_PATH}/${name}`,
      { type, read: readOnce(join(SWAGGER_FOLDER, name)) },
    ]),
  ]);
}

/** Reads a file on its first use, because the page is seldom opened. */
function readOnce(path: string): () => Promise<Buffer> {
  let reading: Promise<Buffer> | null = null;
  return () =>
    (reading ??= readFile(path).catch((error: unknown) => {
      reading = null;
      throw error;
    }));
}

const require = createRequire(import.meta.url);
const SWAGGER_FOLDER = dirname(require.resolve('swagger-ui-dist/package.json'));

const SWAGGER_FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'css',
  'swagger-ui-bundle.js': 'js',
  'favicon-32x32.png': 'png',
};
