import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from '@jest/globals';

// TypeScript builds in the order of `references`, and npm links by `dependencies`. Both are maintained by hand. If they
// differ, a build reads the stale `dist` of a package or finds none.

interface Manifest {
  readonly name: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface TsConfig {
  readonly compilerOptions?: { readonly noEmit?: boolean };
  readonly references?: readonly { readonly path: string }[];
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
// Packages without a `tsconfig.json` contain only tests and need no build. Those with `noEmit` are built by another
// tool.
const folders = workspaceFolders().filter(
  (folder) =>
    existsSync(join(ROOT, folder, 'tsconfig.json')) &&
    tsConfigOf(folder).compilerOptions?.noEmit !== true,
);
const folderByName = new Map(folders.map((folder) => [manifestOf(folder).name, folder]));

test('the root builds every workspace', () => {
  expect(folders.length).toBeGreaterThan(0);
  expect(referencesOf('.')).toEqual(folders);
});

describe.each(folders)('%s', (folder) => {
  test('references exactly the workspaces that its package.json depends on', () => {
    const { dependencies, devDependencies } = manifestOf(folder);

    const depended = Object.keys({ ...dependencies, ...devDependencies })
      .map((name) => folderByName.get(name))
      .filter((dependency) => dependency !== undefined)
      .sort();

    expect(referencesOf(folder)).toEqual(depended);
  });
});

function workspaceFolders(): string[] {
  const patterns = manifestOf('.').workspaces ?? [];
  return patterns.flatMap(foldersOf).sort();
}

function foldersOf(pattern: string): string[] {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = dirname(pattern);
  return readdirSync(join(ROOT, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(parent, entry.name));
}

function referencesOf(folder: string): string[] {
  const { references = [] } = folder === '.' ? rootBuild() : tsConfigOf(folder);
  return references.map(({ path }) => relative(ROOT, join(ROOT, folder, path))).sort();
}

function rootBuild(): TsConfig {
  return readJson('tsconfig.build.json') as TsConfig;
}

function tsConfigOf(folder: string): TsConfig {
  return readJson(join(folder, 'tsconfig.json')) as TsConfig;
}

function manifestOf(folder: string): Manifest {
  return readJson(join(folder, 'package.json')) as Manifest;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}
