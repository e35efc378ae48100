import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';

/** The server replaces this in each response with the nonce of its Content-Security-Policy. */
const NONCE_PLACE = '__CSP_NONCE__';

const DECODE_WITHOUT_DOCUMENT = fileURLToPath(
  import.meta.resolve('decode-named-character-reference'),
);

/**
 * The Vite options for the build and the development server.
 *
 * @returns {import('vite').InlineConfig}
 */
export function viteOptions() {
  return {
    root: join(import.meta.dirname, '..'),
    configFile: false,
    plugins: [react(), tailwindcss()],
    // Markdown is parsed in a worker without a document; the browser variant decodes entities with one.
    resolve: { alias: { 'decode-named-character-reference': DECODE_WITHOUT_DOCUMENT } },
    html: { cspNonce: NONCE_PLACE },
    build: {
      target: 'es2022',
      // The policy allows data URLs for images only, and each file is cached for a year.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      // The largest chunk is the editor, loaded on demand; budgets.spec.ts limits the first load.
      chunkSizeWarningLimit: 600,
    },
  };
}
