// Builds the page into dist/ if its sources have changed.
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
/** Records the sources that dist/ was built from. */
const MADE_OF = join(DIST, '.made-of');
const SOURCES = ['build', 'public', 'src', 'index.html', 'package.json', '../../package-lock.json'];
// Below this size, the headers cost more than compression saves.
const COMPRESSED_BYTES_MIN = 1024;
const COMPRESSED_TYPES = /\.(?:js|css|svg|json)$/;

const sources = await hashSources();
if (!existsSync(MADE_OF) || readFileSync(MADE_OF, 'utf8') !== sources) await make();

async function make() {
  // Importing takes half a second, so it happens only when there is something to build.
  const [{ build }, { viteOptions }] = await Promise.all([
    import('vite'),
    import('./vite-options.js'),
  ]);
  // Build into a separate folder and swap it in, so that a running server never serves a partial build.
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

/** Lists a file itself, or all files in a folder, in the same order on every machine. */
async function filesIn(path) {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (entries === null) return [path];
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
}

/** Also writes compressed copies at the highest level: build time does not matter here. */
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
