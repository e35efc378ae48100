import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** @type {import('@swc/core').Options} */
export const OPTIONS = {
  jsc: {
    parser: { syntax: 'typescript' },
    target: 'es2023',
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
  sourceMaps: true,
};

const { version } = createRequire(import.meta.url)('@swc/core/package.json');
const MADE_BY = JSON.stringify([version, OPTIONS]);

/** Where what was made of sources is kept. */
export const FOLDER = fileURLToPath(new URL('../node_modules/.cache/sources/', import.meta.url));

/**
 * Where what was made of one source is kept: named after all that it depends on. Its source map lies
 * beside it, `.map` longer.
 */
export function keptPath(filename, text) {
  return `${FOLDER}${hash('sha256', `${MADE_BY}\n${filename}\n${text}`)}.js`;
}
