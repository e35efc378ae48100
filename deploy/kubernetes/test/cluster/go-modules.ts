import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import {
  ensureGo,
  type Go,
  type InstallContext,
  installOnce,
  runProgram,
} from '@output-review/native/install';

export interface GoModule {
  /** The name of its folder, together with the version. */
  readonly name: string;
  readonly path: string;
  readonly version: string;
  /** Package folders of its programs, such as `cmd/kube-apiserver`. */
  readonly programs: readonly string[];
  /** The version of modules that `go.mod` replaces with sibling folders, which the module does not contain. */
  readonly foldersVersion?: string;
  /** Variables that the linker sets, by full name. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The parts of a `go.mod`, as printed by `go mod edit -json`. */
interface GoMod {
  readonly Go: string;
  readonly Replace: readonly Replacement[] | null;
}

interface Replacement {
  readonly Old: { readonly Path: string; readonly Version?: string };
  readonly New: { readonly Path: string; readonly Version?: string };
}

/**
 * Builds the programs of a module whose `go.mod` has replacements, which `go install` rejects. Builds them once per
 * version, in a module of ours with the same replacements. Kubernetes takes ten minutes on two cores.
 *
 * @returns the folder with the programs, each named like its package folder
 */
export async function ensureGoModule(module: GoModule, context: InstallContext): Promise<string> {
  const folder = join(context.cacheDir, `${module.name}-${module.version}`);
  return installOnce(folder, async (draft) => {
    const go = await ensureGo(context);
    context.onProgress?.(
      `building ${module.programs.map((it) => basename(it)).join(', ')} with Go`,
    );
    await writeFile(join(draft, 'go.mod'), await goModFor(module, go, context));
    const packages = module.programs.map((folder) => `${module.path}/${folder}`);
    await runProgram(
      go.program,
      ['build', '-mod=mod', '-o', draft, `-ldflags=${linkerFlags(module)}`, ...packages],
      { cwd: draft, env: { ...go.env, CGO_ENABLED: '0' }, signal: context.signal },
    );
    for (const file of ['go.mod', 'go.sum']) await rm(join(draft, file));
  });
}

async function goModFor(module: GoModule, go: Go, { signal }: InstallContext): Promise<string> {
  const run = (...args: string[]) => runProgram(go.program, args, { env: go.env, signal });
  const { path, version } = module;
  const downloaded = await run('mod', 'download', '-json', `${path}@${version}`);
  const { GoMod: file } = JSON.parse(downloaded) as { readonly GoMod: string };
  const { Go: language, Replace } = JSON.parse(await run('mod', 'edit', '-json', file)) as GoMod;
  const replacements = (Replace ?? []).map((each) => replacementLine(each, module));
  return [
    ...['module programs', `go ${language}`, `require ${path} ${version}`],
    ...replacements,
    '',
  ].join('\n');
}

function replacementLine({ Old, New }: Replacement, { foldersVersion }: GoModule): string {
  const old = [Old.Path, Old.Version ?? ''].join(' ').trim();
  if (!New.Path.startsWith('.')) return `replace ${old} => ${New.Path} ${New.Version ?? ''}`;
  return `replace ${old} => ${Old.Path} ${foldersVersion ?? ''}`;
}

function linkerFlags({ variables = {} }: GoModule): string {
  const set = Object.entries(variables).map(([name, value]) => `-X ${name}=${value}`);
  return ['-s -w', ...set].join(' ');
}
