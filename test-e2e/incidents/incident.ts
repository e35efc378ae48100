import { fileURLToPath } from 'node:url';

import type { ServiceName } from '@output-review/contracts';
import { type PrometheusServer, startPrometheus } from '@output-review/native';
import { eventually } from '@output-review/runtime/testing';

import { makeClient } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';

const RULES = fileURLToPath(new URL('../../deploy/prometheus/alerts.yml', import.meta.url));
// Source: deploy/prometheus/prometheus.yml.
const SCRAPE_SECONDS = 15;
// A minute, plus a scrape and a rule evaluation that are late on a busy machine.
const REPORTED_MS_MAX = 90_000;
const SERVED_MS_MAX = 90_000;

/** The system under test. */
export interface IncidentTarget {
  readonly url: string;
  readonly token: string;
  /** The internal URLs of the replicas of each service. */
  readonly services: Readonly<Record<ServiceName, readonly string[]>>;
}

/** The response of a service's `/readyz`. */
export interface Health {
  readonly status: number;
  readonly checks: Readonly<Record<string, string>>;
}

/** Observes a system from outside during a fault and records how long each step takes. */
export class Incident {
  readonly #target: IncidentTarget;
  readonly #prometheus: PrometheusServer;
  readonly #figures: string[] = [];
  #beganAt = performance.now();

  private constructor(target: IncidentTarget, prometheus: PrometheusServer) {
    this.#target = target;
    this.#prometheus = prometheus;
  }

  /** @param dataDir data directory of Prometheus. */
  static async watch(target: IncidentTarget, dataDir: string): Promise<Incident> {
    const jobs = Object.entries(target.services).map(
      ([service, urls]) => [service, urls.map((url) => new URL(url).host)] as const,
    );
    const prometheus = await startPrometheus({
      dataDir,
      jobs: Object.fromEntries(jobs),
      rulesFile: RULES,
      everySeconds: SCRAPE_SECONDS,
    });
    return new Incident(target, prometheus);
  }

  /** Starts the stopwatch, when something breaks or is repaired. */
  begins(what: string): void {
    this.#beganAt = performance.now();
    this.#figures.push(`\n  ${what}:`);
  }

  /** The recorded times, for people. */
  figures(): string {
    return this.#figures.join(' ');
  }

  async health(service: ServiceName): Promise<Health> {
    const answer = await fetch(`${this.#target.services[service][0] ?? ''}/readyz`);
    const { checks } = (await answer.json()) as Pick<Health, 'checks'>;
    return { status: answer.status, checks };
  }

  /** Waits until `/readyz` satisfies the assertion. */
  async untilHealth(service: ServiceName, assertion: (health: Health) => void): Promise<void> {
    await eventually(async () => assertion(await this.health(service)), REPORTED_MS_MAX);
    this.#note(`/readyz of ${service} reports it`);
  }

  /** Waits until an alert of deploy/prometheus fires. A pending alert fires once it has lasted long enough. */
  async untilAlert(name: string, state: 'pending' | 'firing' = 'firing'): Promise<void> {
    await eventually(async () => {
      const alerts = await this.#prometheus.alerts();
      const active = alerts.map((alert) => `${alert.labels.alertname} ${alert.state}`);
      const wanted = [`${name} firing`, ...(state === 'pending' ? [`${name} pending`] : [])];
      if (!wanted.some((one) => active.includes(one))) {
        throw new Error(`${name} is not ${state}. Alerts: ${active.join(', ') || 'none'}`);
      }
    }, REPORTED_MS_MAX);
    this.#note(`${name} ${state}`);
  }

  /** Waits until an output is accepted, then evaluated. */
  async untilServed(withinMs = SERVED_MS_MAX): Promise<void> {
    const { url, token } = this.#target;
    const client = makeClient(url, { authorization: `Bearer ${token}` });
    const body = { project: uniqueName('Served'), output: 'a' };
    const { id } = await eventually(() => submit(client, body), withinMs);
    this.#note('accepted');
    await awaitVerdict(client, id, withinMs);
    this.#note('evaluated');
  }

  /** Stops Prometheus. Not needed if it shares the folder of a stack, which stops it. */
  async end(): Promise<void> {
    await this.#prometheus.kill();
  }

  #note(what: string): void {
    const seconds = (performance.now() - this.#beganAt) / 1000;
    this.#figures.push(`${what} after ${seconds.toFixed(1)} s;`);
  }
}
