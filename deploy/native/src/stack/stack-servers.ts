import type { ServiceName } from '@output-review/contracts';

import { allOrError } from '../daemons/daemon.ts';
import { ensureGoProgram } from '../install/go-programs.ts';
import type { InstallContext } from '../install/install-once.ts';
import { ensureKafka } from '../install/kafka-jars.ts';
import { ensurePostgres, ensureRedis } from '../install/system-programs.ts';
import { type Authority, openAuthority } from '../servers/authority.ts';
import { type KafkaCluster, startKafka } from '../servers/kafka.ts';
import { type PostgresServer, startPostgres } from '../servers/postgres.ts';
import { type RedisServer, startRedis } from '../servers/redis.ts';
import { type S3Server, startMinio, startVersitygw } from '../servers/s3-servers.ts';
import { openContext, type ServerOptions } from '../servers/server-options.ts';
import { type Proxy, startToxiproxy, type Toxiproxy } from '../servers/toxiproxy.ts';

/** Everything that can have a proxy in front: servers, and services as called by other services. */
export type ProxiedServer = 'kafka' | 'postgres' | 'redis' | 'store' | 'services';

export interface StackServersOptions extends ServerOptions {
  readonly kafkaNodes: 1 | 3;
  readonly proxied: readonly ProxiedServer[];
  /** Use TLS, and accounts for all clients. Only versitygw as the store supports it. */
  readonly isSecured: boolean;
  readonly store: StoreServer;
}

export type StoreServer = 'minio' | 'versitygw';

export interface StackServers {
  readonly kafka: KafkaCluster;
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  readonly store: S3Server;
  /** Null without accounts. */
  readonly authority: Authority | null;
  /** The proxies that services connect through: for Kafka one per node, for the services one each. */
  readonly proxies: Readonly<Partial<Record<ProxiedServer, readonly Proxy[]>>>;
}

/** Puts a proxy in front of a service's internal port and returns the port for callers. */
export type ProxyService = (name: ServiceName, port: number) => Promise<number>;

/** Starts the four servers of the stack, and proxies in front of those to be disturbed. */
export async function startServers(
  given: StackServersOptions,
): Promise<StackServers & { readonly proxyService: ProxyService }> {
  const { kafkaNodes, proxied, isSecured } = given;
  const { folder, install } = await openContext(given);
  await installServers(install, given.store);
  const authority = isSecured ? await openAuthority(folder) : null;
  const options = { ...given, ...(authority && { authority }) };
  const isProxied = (name: ProxiedServer) => proxied.includes(name);
  const toxiproxy = proxied.length === 0 ? undefined : await startToxiproxy(options);
  const kafkaProxies: Proxy[] = [];
  const advertisedPortOf = async (node: number, port: number): Promise<number> => {
    if (toxiproxy === undefined || !isProxied('kafka')) return port;
    const proxy = await toxiproxy.proxy(`kafka-${node}`, port);
    kafkaProxies.push(proxy);
    return proxy.port;
  };
  const [kafka, postgres, redis, store] = await allOrError([
    startKafka({ ...options, nodes: kafkaNodes, advertisedPortOf }),
    startPostgres(options),
    startRedis(options),
    given.store === 'versitygw' ? startVersitygw(options) : startMinio(options),
  ]);
  const others = { postgres, redis, store };
  const proxies = await putProxies(toxiproxy, others, isProxied);
  if (kafkaProxies.length > 0) proxies.kafka = kafkaProxies;
  const serviceProxies: Proxy[] = [];
  const proxyService: ProxyService = async (name, port) => {
    if (toxiproxy === undefined || !isProxied('services')) return port;
    const proxy = await toxiproxy.proxy(name, port);
    serviceProxies.push(proxy);
    return proxy.port;
  };
  if (isProxied('services')) proxies.services = serviceProxies;
  return { kafka, ...others, authority, proxies, proxyService };
}

/** One after the other: apt allows only one process, and a build uses all cores. */
export async function installServers(
  install: InstallContext,
  store: StoreServer = 'versitygw',
): Promise<void> {
  await ensurePostgres(install);
  await ensureRedis(install);
  await ensureKafka(install);
  await ensureGoProgram(store, install);
}

async function putProxies(
  toxiproxy: Toxiproxy | undefined,
  servers: Readonly<
    Record<Exclude<ProxiedServer, 'kafka' | 'services'>, { readonly port: number }>
  >,
  isProxied: (name: ProxiedServer) => boolean,
): Promise<Partial<Record<ProxiedServer, readonly Proxy[]>>> {
  const proxies: Partial<Record<ProxiedServer, readonly Proxy[]>> = {};
  for (const name of ['postgres', 'redis', 'store'] as const) {
    if (toxiproxy === undefined || !isProxied(name)) continue;
    proxies[name] = [await toxiproxy.proxy(name, servers[name].port)];
  }
  return proxies;
}
