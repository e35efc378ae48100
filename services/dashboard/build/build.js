// Builds the page into dist/, where its sources have changed since.
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { ROOT } from './root.js';

const DIST = join(ROOT, 'dist');
/** Says which sources dist/ was made of. */
const MADE_OF = join(DIST, '.made-of');
const SOURCES = ['build', 'public', 'src', 'index.html', 'package.json', '../../package-lock.json'];
// Below that the headers weigh more than what compressing saves.
const COMPRESSED_BYTES_MIN = 1024;
const COMPRESSED_TYPES = /\.(?:js|css|svg|json)$/;

const sources = await hashSources();
if (!existsSync(MADE_OF) || readFileSync(MADE_OF, 'utf8') !== sources) await make();

async function make() {
  // Half a second, which is not taken where there is nothing to do.
  const [{ build }, { viteOptions }] = await Promise.all([
    import('vite'),
    import('./vite-options.js'),
  ]);
  // Built beside it and put in its place: whoever serves the page meanwhile serves a whole one.
  const fresh = join(ROOT, `.cache/dist.${process.pid}`);
  try {
    const options = viteOptions();
    await build({
      ...options,
      logLevel: 'warn',
      build: { ...options.build, outDir: fresh, emptyOutDir: true },
    });
    await compressAll(fresh);
    await writeFile(join(fresh, '.made-of'), sources);
    await rm(DIST, { recursive: true, force: true });
    await rename(fresh, DIST);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function hashSources() {
  const parts = [process.version];
  for (const name of SOURCES) {
    for (const file of await filesIn(join(ROOT, name))) {
      parts.push(file.slice(ROOT.length), hash('sha256', await readFile(file)));
    }
  }
  return hash('sha256', parts.join('\n'));
}

/** A file itself, or all files in a folder, in one order everywhere. */
async function filesIn(path) {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (entries === null) return [path];
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
}

/** Writes what compresses well a second and a third time, as small as can be: nobody waits for it. */
async function compressAll(folder) {
  const files = await filesIn(join(folder, 'assets'));
  await Promise.all(files.filter((file) => COMPRESSED_TYPES.test(file)).map(compress));
}

async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length < COMPRESSED_BYTES_MIN) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params: quality }));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
