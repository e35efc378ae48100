import { docker, type DockerAccess } from './docker.ts';

/** What tests need to know about the running project. It is passed to them as text. */
export interface ProjectPlan {
  readonly access: DockerAccess;
  /** The options that select the project for `docker compose`. */
  readonly options: readonly string[];
  /** The root of the repository. */
  readonly cwd: string;
  /** As written by compose:init. */
  readonly envFile: string;
}

export interface Container {
  readonly Service: string;
  readonly State: string;
  readonly Health: string;
  readonly ExitCode: number;
}

/** A `docker compose` project. */
export class ComposeProject {
  readonly #plan: ProjectPlan;

  constructor(plan: ProjectPlan) {
    this.#plan = plan;
  }

  get access(): DockerAccess {
    return this.#plan.access;
  }

  get envFile(): string {
    return this.#plan.envFile;
  }

  /** Its working directory: the root of the repository. */
  get cwd(): string {
    return this.#plan.cwd;
  }

  run(...args: string[]): Promise<string> {
    const { access, options, cwd } = this.#plan;
    return docker(access, ['compose', ...options, ...args], { cwd });
  }

  async containers(): Promise<Container[]> {
    const lines = (await this.run('ps', '--all', '--format', 'json')).trim().split('\n');
    return lines.filter(Boolean).map((line) => JSON.parse(line) as Container);
  }

  async imageOf(service: string): Promise<string> {
    return (await this.inspect(service)).Config.Image;
  }

  /** Docker's details of a service's container. */
  async inspect(service: string): Promise<ContainerDetails> {
    const id = (await this.run('ps', '--all', '--quiet', service)).trim();
    const output = await docker(this.#plan.access, ['inspect', id]);
    const [details] = JSON.parse(output) as ContainerDetails[];
    if (details === undefined) throw new Error(`There is no container of ${service}`);
    return details;
  }
}

/** The details that tests use. */
export interface ContainerDetails {
  readonly Config: { readonly User: string; readonly Image: string };
  readonly HostConfig: {
    readonly ReadonlyRootfs: boolean;
    readonly CapDrop: readonly string[] | null;
    readonly CapAdd: readonly string[] | null;
    readonly SecurityOpt: readonly string[] | null;
    readonly Memory: number;
    readonly PortBindings: Readonly<Record<string, readonly unknown[]>> | null;
  };
  readonly State: { readonly Pid: number; readonly ExitCode: number; readonly OOMKilled: boolean };
}

/** The project that the global setup started. */
export function runningProject(): ComposeProject {
  const plan = process.env['COMPOSE_TRIAL'];
  if (plan === undefined) throw new Error('Nothing runs: use `npm run test:compose`');
  return new ComposeProject(JSON.parse(plan) as ProjectPlan);
}

export const SERVERS = ['postgres', 'kafka', 'valkey', 'objects'] as const;
