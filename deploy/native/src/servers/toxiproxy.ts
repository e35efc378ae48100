import { type Daemon, startDaemon } from '../daemons/daemon.ts';
import { LOOPBACK, portFor } from '../daemons/ports.ts';
import { ensureGoProgram } from '../install/go-programs.ts';
import { openContext, type ServerOptions } from './server-options.ts';

/** A port in front of a server, whose connections can be disturbed. */
export interface Proxy {
  readonly port: number;
  /** Keeps connections open and accepts new ones, but passes no data, like a pulled cable. */
  hang(): Promise<void>;
  /** Delays all data from the server. */
  slow(latencyMs: number): Promise<void>;
  /** Resets a share of the connections when they next pass data, both current and new ones. */
  reset(share: number): Promise<void>;
  /** Passes all data again. */
  restore(): Promise<void>;
}

export interface Toxiproxy extends Daemon {
  /** Puts a proxy in front of a port of this machine, on the same port in every run. */
  proxy(name: string, targetPort: number): Promise<Proxy>;
}

interface ProxyPlan {
  readonly name: string;
  readonly listen: string;
  readonly upstream: string;
}

/** Starts toxiproxy. A restart of it removes all disturbances. */
export async function startToxiproxy(options: ServerOptions): Promise<Toxiproxy> {
  const { folder, install } = await openContext(options);
  const program = await ensureGoProgram('toxiproxy', install);
  const apiPort = await portFor('toxiproxy', folder.portsFile);
  const call = makeCaller(`http://${LOOPBACK}:${apiPort}`);
  const plans: ProxyPlan[] = [];
  const daemon = await startDaemon({
    name: 'toxiproxy',
    folder,
    command: program,
    args: ['-host', LOOPBACK, '-port', String(apiPort)],
    stop: { signal: 'SIGTERM', withinMs: 5_000 },
    isReady: async () => {
      await call('POST', '/populate', plans);
      return true;
    },
    readyWithinMs: 10_000,
    signal: install.signal,
  });
  return Object.assign(daemon, {
    proxy: async (name: string, targetPort: number): Promise<Proxy> => {
      const port = await portFor(`${name}-proxy`, folder.portsFile);
      plans.push({ name, listen: `${LOOPBACK}:${port}`, upstream: `${LOOPBACK}:${targetPort}` });
      await call('POST', '/populate', plans.slice(-1));
      return describeProxy(name, port, call);
    },
  });
}

type Caller = (method: 'POST' | 'DELETE' | 'GET', path: string, body?: object) => Promise<unknown>;

function makeCaller(url: string): Caller {
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      // It rejects JSON from user agents that look like a browser.
      headers: { 'user-agent': 'output-review' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5_000),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`toxiproxy answered ${answer.status}: ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };
}

function describeProxy(name: string, port: number, call: Caller): Proxy {
  const path = `/proxies/${name}`;
  const poison = (type: string, stream: string, attributes: object) =>
    call('POST', `${path}/toxics`, { name: `${type}-${stream}`, type, stream, attributes });
  return {
    port,
    hang: async () => {
      // Passes no data, but does not close the connection either.
      for (const stream of ['upstream', 'downstream']) {
        await poison('timeout', stream, { timeout: 0 });
      }
    },
    slow: async (latencyMs) => {
      await poison('latency', 'downstream', { latency: latencyMs });
    },
    reset: async (share) => {
      // The affected connections are drawn when the toxic is added.
      const name = 'reset_peer';
      await call('DELETE', `${path}/toxics/${name}`).catch(() => {});
      const toxic = { name, type: name, stream: 'downstream', attributes: { timeout: 0 } };
      await call('POST', `${path}/toxics`, { ...toxic, toxicity: share });
    },
    restore: async () => {
      const toxics = (await call('GET', `${path}/toxics`)) as { name: string }[];
      for (const toxic of toxics) await call('DELETE', `${path}/toxics/${toxic.name}`);
    },
  };
}
