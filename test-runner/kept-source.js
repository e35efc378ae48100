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

/** The folder of cached compiled sources. */
export const FOLDER = fileURLToPath(new URL('../node_modules/.cache/sources/', import.meta.url));

/**
 * The cache path of one compiled source, named by a hash of everything it depends on. Its source map has the same path
 * plus `.map`.
 */
export function keptPath(filename, text) {
  return `${FOLDER}${hash('sha256', `${MADE_BY}\n${filename}\n${text}`)}.js`;
}
