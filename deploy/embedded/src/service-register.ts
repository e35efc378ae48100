import { perService, type ServiceName } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { RunningService } from '@output-review/runtime';

/** The gateway also has a listener for users. */
type Addressed = RunningService & { readonly publicUrl?: string };

/** The running services. They find each other here and are stopped from here. */
export class ServiceRegister {
  readonly #running = new Map<ServiceName, RunningService>();
  #publicUrl: string | null = null;

  /** Adds a service once it has started. */
  async add<S extends Addressed>(name: ServiceName, starting: Promise<S>): Promise<S> {
    const service = await starting;
    this.#publicUrl = service.publicUrl ?? this.#publicUrl;
    this.#running.set(name, service);
    return service;
  }

  /** The base URL of a service, looked up for each call, because services start in any order. */
  urlOf(name: ServiceName): string {
    const service = this.#running.get(name);
    if (!service) throw stillStarting(name);
    return service.url;
  }

  /** The public URL of the gateway. */
  publicUrl(): string {
    if (this.#publicUrl === null) throw stillStarting('gateway');
    return this.#publicUrl;
  }

  peers(): Record<ServiceName, () => string> {
    return perService((name) => () => this.urlOf(name));
  }

  urls(): Record<ServiceName, string> {
    return perService((name) => this.urlOf(name));
  }

  /** Stops the running services: the gateway first, so that no new requests arrive while the others stop. */
  async stop(): Promise<void> {
    await this.#running.get('gateway')?.stop();
    await Promise.all([...this.#running.values()].map((service) => service.stop()));
  }
}

function stillStarting(name: ServiceName): AppError {
  return new AppError('UNAVAILABLE', `The ${name} service is still starting.`);
}
