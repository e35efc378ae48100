import { chmod, copyFile, cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import {
  ensureGo,
  type Go,
  type InstallContext,
  installOnce,
  runProgram,
} from '@output-review/native/install';

interface Plugin {
  readonly module: string;
  readonly version: string;
  readonly package: string;
  /** The variable with the version to print. */
  readonly versionVariable: string;
}

// These two build as modules. Others that were tried do not.
const PLUGINS: Readonly<Record<string, Plugin>> = {
  'docker-compose': {
    module: 'github.com/docker/compose/v5',
    version: 'v5.5.1',
    package: './cmd',
    versionVariable: 'github.com/docker/compose/v5/internal.Version',
  },
  'docker-buildx': {
    module: 'github.com/docker/buildx',
    version: 'v0.25.0',
    package: './cmd/buildx',
    versionVariable: 'github.com/docker/buildx/version.Version',
  },
};

/**
 * Builds the `docker` plugins that distribution packages lack. Takes some minutes, once.
 *
 * @returns a folder for DOCKER_CONFIG.
 */
export async function ensurePlugins(context: InstallContext): Promise<string> {
  const versions = Object.values(PLUGINS).map(({ version }) => version);
  return installOnce(
    join(context.cacheDir, `docker-plugins-${versions.join('-')}`),
    async (draft) => {
      const go = await ensureGo(context);
      await mkdir(join(draft, 'cli-plugins'));
      for (const [name, plugin] of Object.entries(PLUGINS)) {
        context.onProgress?.(`building ${name} by Go`);
        const built = await build(plugin, go, join(draft, 'source'));
        await copyFile(built, join(draft, 'cli-plugins', name));
        await chmod(join(draft, 'cli-plugins', name), 0o755);
        await rm(join(draft, 'source'), { recursive: true });
      }
    },
  );
}

/** Builds in a copy, because a program with replacements in its `go.mod` cannot be installed from outside. */
async function build(plugin: Plugin, go: Go, source: string): Promise<string> {
  const { module, version, versionVariable } = plugin;
  const output = await runProgram(
    go.program,
    ['mod', 'download', '-json', `${module}@${version}`],
    {
      env: go.env,
    },
  );
  const { Dir: downloaded } = JSON.parse(output) as { readonly Dir: string };
  await cp(downloaded, source, { recursive: true });
  // Files in Go's module cache are read-only.
  await runProgram('chmod', ['-R', 'u+w', source]);
  const built = join(source, 'plugin');
  // A module contains only part of the repository's `vendor` folder.
  const flags = [
    '-mod=mod',
    '-trimpath',
    `-ldflags=-s -w -X ${versionVariable}=${version}`,
    '-o',
    built,
  ];
  await runProgram(go.program, ['build', ...flags, plugin.package], {
    cwd: source,
    env: { ...go.env, CGO_ENABLED: '0' },
  });
  return built;
}
