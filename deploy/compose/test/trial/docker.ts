import { runProgram } from '@output-review/native/install';

/** How `docker` reaches the engine and its plugins; what is not there is as the machine has it. */
export interface DockerAccess {
  readonly DOCKER_HOST?: string;
  readonly DOCKER_CONFIG?: string;
}

/** Runs `docker` to its end. It hears of no variable of ours but the given ones. */
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

/** Whether it can be asked at all. */
export async function answers(access: DockerAccess, ...args: string[]): Promise<boolean> {
  return docker(access, args).then(
    () => true,
    () => false,
  );
}
