import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { answersOk, type Daemon, startDaemon } from '../daemons/daemon.ts';
import { LOOPBACK, portFor } from '../daemons/ports.ts';
import { ensureProgram } from '../install/system-programs.ts';
import { openContext, type ServerOptions } from './server-options.ts';

export interface PrometheusOptions extends ServerOptions {
  /** The scrape targets: the addresses of each job, as `host:port`. */
  readonly jobs: Readonly<Record<string, readonly string[]>>;
  readonly rulesFile: string;
  /** The interval of scrapes and rule evaluations. */
  readonly everySeconds: number;
}

/** An alert whose expression is true. It is pending until it has been true for the rule's duration. */
export interface PrometheusAlert {
  readonly state: 'pending' | 'firing';
  readonly labels: Readonly<Record<string, string>> & { readonly alertname: string };
}

export interface PrometheusServer extends Daemon {
  readonly port: number;
  alerts(): Promise<readonly PrometheusAlert[]>;
}

/** Starts Prometheus with targets and alert rules. */
export async function startPrometheus(options: PrometheusOptions): Promise<PrometheusServer> {
  const { folder, install } = await openContext(options);
  const missing = { what: 'Prometheus', packages: ['prometheus'] };
  const program = await ensureProgram('prometheus', missing, install);
  const port = await portFor('prometheus', folder.portsFile);
  const dataDir = folder.dataOf('prometheus');
  const config = join(dataDir, 'prometheus.yml');
  await mkdir(dataDir, { recursive: true });
  await writeFile(config, JSON.stringify(configOf(options), null, 2));
  const url = `http://${LOOPBACK}:${port}`;
  const daemon = await startDaemon({
    name: 'prometheus',
    folder,
    command: program,
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(dataDir, 'data')}`,
      `--web.listen-address=${LOOPBACK}:${port}`,
    ],
    stop: { signal: 'SIGTERM', withinMs: 10_000 },
    isReady: () => answersOk(`${url}/-/ready`),
    readyWithinMs: 30_000,
    signal: install.signal,
  });
  return Object.assign(daemon, { port, alerts: () => readAlerts(url) });
}

/** Its configuration: JSON is valid YAML. */
function configOf({ jobs, rulesFile, everySeconds }: PrometheusOptions): object {
  const interval = `${everySeconds}s`;
  return {
    global: {
      scrape_interval: interval,
      scrape_timeout: interval,
      evaluation_interval: interval,
    },
    rule_files: [rulesFile],
    scrape_configs: Object.entries(jobs).map(([name, targets]) => ({
      job_name: name,
      static_configs: [{ targets }],
    })),
  };
}

async function readAlerts(url: string): Promise<readonly PrometheusAlert[]> {
  const answer = await fetch(`${url}/api/v1/alerts`, { signal: AbortSignal.timeout(5_000) });
  const { data } = (await answer.json()) as { data: { alerts: PrometheusAlert[] } };
  return data.alerts;
}
