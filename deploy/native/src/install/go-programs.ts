import { join } from 'node:path';

import { ensureGo } from './go-toolchain.ts';
import { type InstallContext, installOnce } from './install-once.ts';
import { runProgram } from './run-program.ts';

interface GoProgram {
  /** Its import path. The program file is named like the last folder. */
  readonly path: string;
  readonly version: string;
}

/** Servers and tools built from Go's module proxy, which keeps every version and verifies it against a public log. */
const GO_PROGRAMS = {
  // The last version with an open-source license. Its repository is archived, so it is for tests and for stacks of earlier releases only.
  minio: { path: 'github.com/minio/minio', version: 'v0.0.0-20260212201848-7aac2a2c5b7c' },
  versitygw: { path: 'github.com/versity/versitygw/cmd/versitygw', version: 'v1.8.0' },
  toxiproxy: { path: 'github.com/Shopify/toxiproxy/v2/cmd/server', version: 'v2.5.0' },
  helm: { path: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0' },
  kubeconform: { path: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.8.0' },
} as const satisfies Record<string, GoProgram>;

export type GoProgramName = keyof typeof GO_PROGRAMS;

/** Returns the path of a Go program, built once per version. MinIO takes some minutes. */
export async function ensureGoProgram(
  name: GoProgramName,
  context: InstallContext,
): Promise<string> {
  const { path, version } = GO_PROGRAMS[name];
  const folder = await installOnce(join(context.cacheDir, `${name}-${version}`), async (draft) => {
    const go = await ensureGo(context);
    context.onProgress?.(`building ${name} with Go`);
    await runProgram(
      go.program,
      // Without optimizations, compiling takes two thirds of the CPU time, and none of them is measured.
      ['install', '-gcflags=all=-N -l', '-ldflags=-s -w', `${path}@${version}`],
      // Without cgo the program runs wherever it is copied.
      { env: { ...go.env, CGO_ENABLED: '0', GOBIN: draft }, signal: context.signal },
    );
  });
  return join(folder, path.slice(path.lastIndexOf('/') + 1));
}
