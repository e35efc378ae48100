import { fileURLToPath } from 'node:url';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';

import { ROOT } from './root.js';

/** What the server replaces in the page, anew for each answer: the nonce that its policy allows. */
const NONCE_PLACE = '__CSP_NONCE__';

const DECODE_WITHOUT_DOCUMENT = fileURLToPath(
  import.meta.resolve('decode-named-character-reference'),
);

/**
 * How the page is built, and served while it is developed.
 *
 * @returns {import('vite').InlineConfig}
 */
export function viteOptions() {
  return {
    root: ROOT,
    configFile: false,
    plugins: [react(), tailwindcss()],
    // Markdown is read in a worker, which has no document; what is for browsers asks one for its entities.
    resolve: { alias: { 'decode-named-character-reference': DECODE_WITHOUT_DOCUMENT } },
    html: { cspNonce: NONCE_PLACE },
    build: {
      target: 'es2022',
      // The policy allows no data URL but images, and each file is cached for a year.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      // The largest is the editor, which is loaded when one is opened; the first load has a budget in budgets.spec.ts.
      chunkSizeWarningLimit: 600,
    },
  };
}
