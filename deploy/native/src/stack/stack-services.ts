import { perService, SERVICES, type ServiceName } from '@output-review/contracts';

import { allOrError } from '../daemons/daemon.ts';
import type { DataFolder } from '../daemons/data-folder.ts';
import { LOOPBACK } from '../daemons/ports.ts';
import { portsOf, type Replica, startReplica } from './service-replica.ts';
import { type Settings, settingsOf, type StackPlan } from './service-settings.ts';
import type { ProxyService } from './stack-servers.ts';

export interface StackServicesOptions {
  readonly folder: DataFolder;
  readonly plan: Omit<StackPlan, 'peers' | 'publicUrl'>;
  /** Settings of a service that add to or override those of the stack. */
  readonly settingsFor: (service: ServiceName) => Settings;
  /** The repository whose build is started. */
  readonly root: string;
  readonly proxyService: ProxyService;
  readonly signal: AbortSignal | undefined;
}

/** The replicas of the five services. */
export class StackServices {
  readonly #options: StackServicesOptions;
  readonly #addresses: Pick<StackPlan, 'peers' | 'publicUrl'>;
  readonly #replicas = perService<Replica[]>(() => []);
  // Includes replicas that are starting.
  readonly #counts = perService(() => 0);

  private constructor(
    options: StackServicesOptions,
    addresses: Pick<StackPlan, 'peers' | 'publicUrl'>,
  ) {
    this.#options = options;
    this.#addresses = addresses;
  }

  /** Starts the given number of replicas, all at once: they need no order. */
  static async start(
    options: StackServicesOptions,
    counts: Readonly<Record<ServiceName, number>>,
  ): Promise<StackServices> {
    const services = new StackServices(options, await chooseAddresses(options));
    await allOrError(
      SERVICES.flatMap((service) =>
        Array.from({ length: counts[service] }, () => services.add(service)),
      ),
    );
    return services;
  }

  /** Ordered by number. */
  get replicas(): Readonly<Record<ServiceName, readonly Replica[]>> {
    return this.#replicas;
  }

  /** Starts another replica. */
  async add(service: ServiceName): Promise<Replica> {
    this.#counts[service] += 1;
    return this.#start(service, this.#counts[service], this.#options.root);
  }

  /** Stops a replica and starts it on the same ports from the build of another repository. */
  async replace({ service, number }: Replica, root: string): Promise<Replica> {
    const replicas = this.#replicas[service];
    const index = replicas.findIndex((each) => each.number === number);
    const [former] = replicas.splice(index, 1);
    await former?.stop();
    return this.#start(service, number, root);
  }

  async #start(service: ServiceName, number: number, root: string): Promise<Replica> {
    const { folder, plan, settingsFor, signal } = this.#options;
    const ports = await portsOf(service, number, folder);
    const own = settingsOf(service, { ...plan, ...this.#addresses }, ports);
    const settings = { ...own, ...settingsFor(service) };
    const replica = await startReplica({ service, folder, number, ports, settings, root, signal });
    const replicas = this.#replicas[service];
    replicas.push(replica);
    replicas.sort((a, b) => a.number - b.number);
    return replica;
  }

  /** Stops the last replica, like an operator who scales down. */
  async remove(service: ServiceName): Promise<void> {
    // The other services call the first one.
    if (this.#counts[service] < 2) throw new Error(`${service} has no replica to spare`);
    this.#counts[service] -= 1;
    await this.#replicas[service].pop()?.stop();
  }
}

/** There is no load balancer, so the first replica answers all calls. */
async function chooseAddresses({
  folder,
  proxyService,
}: StackServicesOptions): Promise<Pick<StackPlan, 'peers' | 'publicUrl'>> {
  const peers = perService(() => '');
  for (const service of SERVICES) {
    const { internal } = await portsOf(service, 1, folder);
    peers[service] = `http://${LOOPBACK}:${await proxyService(service, internal)}`;
  }
  const gateway = await portsOf('gateway', 1, folder);
  return { peers, publicUrl: `http://${LOOPBACK}:${gateway.public}` };
}
