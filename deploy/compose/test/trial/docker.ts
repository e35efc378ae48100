import { runProgram } from '@output-review/native/install';

/** How `docker` reaches the engine and its plugins. Absent values use the machine's defaults. */
export interface DockerAccess {
  readonly DOCKER_HOST?: string;
  readonly DOCKER_CONFIG?: string;
}

/** Runs `docker` to completion. Passes only the given variables of ours. */
export function docker(
  access: DockerAccess,
  args: readonly string[],
  options: { readonly cwd?: string } = {},
): Promise<string> {
  const { DOCKER_HOST, DOCKER_CONFIG } = process.env;
  const env = {
    ...(DOCKER_HOST === undefined ? {} : { DOCKER_HOST }),
    ...(DOCKER_CONFIG === undefined ? {} : { DOCKER_CONFIG }),
    ...access,
    DOCKER_BUILDKIT: '1',
  };
  return runProgram('docker', args, { ...options, env, inherits: false });
}

/** Whether the command succeeds. */
export async function answers(access: DockerAccess, ...args: string[]): Promise<boolean> {
  return docker(access, args).then(
    () => true,
    () => false,
  );
}
