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
  /** The variable that `version` prints. */
  readonly versionVariable: string;
}

// These two build as modules; others were tried and did not.
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
 * Builds the plugins of `docker` that the packages of a distribution do not bring; some minutes, once.
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

/** In a copy: a program with replacements in its `go.mod` cannot be installed from outside. */
async function build(plugin: Plugin, go: Go, source: string): Promise<string> {
  const { module, version, versionVariable } = plugin;
  const said = await runProgram(go.program, ['mod', 'download', '-json', `${module}@${version}`], {
    env: go.env,
  });
  const { Dir: downloaded } = JSON.parse(said) as { readonly Dir: string };
  await cp(downloaded, source, { recursive: true });
  // What Go keeps is read-only.
  await runProgram('chmod', ['-R', 'u+w', source]);
  const built = join(source, 'plugin');
  // A module holds but a part of what its repository keeps in `vendor`.
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
