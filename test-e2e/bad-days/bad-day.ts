import { fileURLToPath } from 'node:url';

import type { ServiceName } from '@output-review/contracts';
import { type PrometheusServer, startPrometheus } from '@output-review/native';
import { eventually } from '@output-review/runtime/testing';

import { makeClient } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';

const RULES = fileURLToPath(new URL('../../deploy/prometheus/alerts.yml', import.meta.url));
// Source: deploy/prometheus/prometheus.yml.
const SCRAPE_SECONDS = 15;
// A minute, and a scrape and a look at the rules that come late on a busy machine.
const TOLD_MS_MAX = 90_000;
const SERVED_MS_MAX = 90_000;

/** The system that has a bad day. */
export interface BadDayTarget {
  readonly url: string;
  readonly token: string;
  /** Of each service the internal URLs of its replicas. */
  readonly services: Readonly<Record<ServiceName, readonly string[]>>;
}

/** What `/readyz` of a service answers. */
export interface Health {
  readonly status: number;
  readonly checks: Readonly<Record<string, string>>;
}

/** Watches a system from outside while something bad happens to it, and notes how long everything takes. */
export class BadDay {
  readonly #target: BadDayTarget;
  readonly #prometheus: PrometheusServer;
  readonly #figures: string[] = [];
  #beganAt = performance.now();

  private constructor(target: BadDayTarget, prometheus: PrometheusServer) {
    this.#target = target;
    this.#prometheus = prometheus;
  }

  /** @param dataDir where Prometheus keeps what it has seen. */
  static async watch(target: BadDayTarget, dataDir: string): Promise<BadDay> {
    const jobs = Object.entries(target.services).map(
      ([service, urls]) => [service, urls.map((url) => new URL(url).host)] as const,
    );
    const prometheus = await startPrometheus({
      dataDir,
      jobs: Object.fromEntries(jobs),
      rulesFile: RULES,
      everySeconds: SCRAPE_SECONDS,
    });
    return new BadDay(target, prometheus);
  }

  /** From here on times are counted: something breaks, or is mended. */
  begins(what: string): void {
    this.#beganAt = performance.now();
    this.#figures.push(`\n  ${what}:`);
  }

  /** Of this day so far, for a person. */
  figures(): string {
    return this.#figures.join(' ');
  }

  async health(service: ServiceName): Promise<Health> {
    const answer = await fetch(`${this.#target.services[service][0] ?? ''}/readyz`);
    const { checks } = (await answer.json()) as Pick<Health, 'checks'>;
    return { status: answer.status, checks };
  }

  /** Waits until `/readyz` says what is wrong. */
  async untilHealth(service: ServiceName, assertion: (health: Health) => void): Promise<void> {
    await eventually(async () => assertion(await this.health(service)), TOLD_MS_MAX);
    this.#note(`/readyz of ${service} tells`);
  }

  /** Waits until an alert of deploy/prometheus fires; a pending one has to hold on for longer to do so. */
  async untilAlert(name: string, state: 'pending' | 'firing' = 'firing'): Promise<void> {
    await eventually(async () => {
      const alerts = await this.#prometheus.alerts();
      const told = alerts.map((alert) => `${alert.labels.alertname} ${alert.state}`);
      const wanted = [`${name} firing`, ...(state === 'pending' ? [`${name} pending`] : [])];
      if (!wanted.some((one) => told.includes(one))) {
        throw new Error(`${name} is not ${state}, but: ${told.join(', ') || 'nothing'}`);
      }
    }, TOLD_MS_MAX);
    this.#note(`${name} ${state}`);
  }

  /** Waits until an output is accepted, and then evaluated. */
  async untilServed(withinMs = SERVED_MS_MAX): Promise<void> {
    const { url, token } = this.#target;
    const client = makeClient(url, { authorization: `Bearer ${token}` });
    const body = { project: uniqueName('Served'), output: 'a' };
    const { id } = await eventually(() => submit(client, body), withinMs);
    this.#note('accepted');
    await awaitVerdict(client, id, withinMs);
    this.#note('evaluated');
  }

  /** Prometheus ends with the stack, where it shares its folder; else by this. */
  async end(): Promise<void> {
    await this.#prometheus.kill();
  }

  #note(what: string): void {
    const seconds = (performance.now() - this.#beganAt) / 1000;
    this.#figures.push(`${what} after ${seconds.toFixed(1)} s;`);
  }
}
